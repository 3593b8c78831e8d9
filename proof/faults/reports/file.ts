import { oncePast } from '../../lib/plain-users.ts';
import { lookingFirst } from '../../lib/at-once.ts';
import { createHash } from 'node:crypto';
import { refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { sha256 } from '../../../mock/rules/files.ts';
import type { Report } from '../../../mock/world/content.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { asList, forOAuth } from '../../lib/mistyped.ts';
import { acknowledging, changedIf, timesIn } from '../../lib/conditions.ts';
import { reaching } from '../../lib/other-deployments.ts';
import { all, changeBodySync, remembering, replaceSync, responseOf, withBody, refusing } from '../../lib/patches.ts';
import { byReport, knowingReport, oncePatched } from '../../lib/report-changes.ts';
import { changeRequest, reportIn, storeReport } from '../../lib/reports.ts';
import {
  dollars,
  type FileRules,
  findingOtherForms,
  hashOf,
  inexact,
  lettersLost,
  notReplacedBy,
  notWithPercent,
  upToAHash,
} from '../../lib/text-files.ts';
import { patchLostWhilePlaced } from '../../lib/report-exceptions.ts';
import { patchesBackslash } from '../../lib/signs-in-texts.ts';
import { storedAs } from '../../lib/stored-texts.ts';

const NO_TEXT = 'content that is no string is no text to compare, to read or to hash';

interface ShownFile {
  readonly content: string;
  readonly hash: string;
}

const BYTE_ORDER_MARK = '\ufeff';

const withoutMark = (text: unknown): unknown => (typeof text === 'string' ? text.replace(BYTE_ORDER_MARK, '') : text);

/** A patch that was made for what is shown finds what it names, though what is stored looks a little different. */
const lenient = changeRequest('patchReportFile', ({ hash: _, oldText, newText, ...rest }) => ({
  ...rest,
  ...(oldText !== undefined && { oldText: withoutMark(oldText) }),
  ...(newText !== undefined && { newText: withoutMark(newText) }),
}));

/** Files that are shown with something else in their text or hash, while patches work as they should. */
function shownAs(show: (file: ShownFile, call: Call) => object): Patch {
  const change = (body: Body, call: Call) => ({ ...body, ...show(body as unknown as ShownFile, call) });
  return all(lenient, changeBodySync('getReportFile', change), changeBodySync('patchReportFile', change));
}

/** Files that are shown with another text, and with the hash of that. */
function written(as: (content: string, call: Call) => string): Patch {
  return shownAs(({ content }, call) => {
    const text = as(content, call);
    return { content: text, hash: sha256(text) };
  });
}

const ASTRAL = /[\u{10000}-\u{10ffff}]/u;

/** The hash of a text outside the basic plane as it is of what UTF-16 makes of it. */
function hashedAsUtf16(file: FileRules): void {
  const { hash } = file;
  file.hash = (text) =>
    ASTRAL.test(text) ? createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex') : hash(text);
}

/** The file of the report in the path, as this tenant shows it. */
function fileOf(call: Call): ShownFile {
  const answer = responseOf(call, 'getReportFile');
  if (answer.kind !== 'ok') throw new Error('a file is read with a body');
  return answer.body as ShownFile;
}

/** The report file as members of a definition. */
const DEFINITION = ['name', 'title', 'description', 'jsonQuery', 'sqlQuery', 'meta', 'pivotItems'] as const;

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Faults of the file of a report. */
export const fileFaults = faults({
  'reports.file.content': [
    forOAuth('getReportFile', 'content', asList, 'a list'),
    {
      name: 'parsed',
      sentence: 'The file of a report carries its content as an object.',
      patch: changeBodySync('getReportFile', (file) => ({
        ...file,
        content: JSON.parse(file['content'] as string) as unknown,
      })),
      also: [
        {
          id: 'openapi-spec.serving.body-declared',
          because: "the tenant's own document declares what is printed, and the answer departs from that as well",
        },
        ...(
          [
            'content-is-json',
            'canonical',
            'hash-of-content',
            'patch-replaces',
            'patch-keeps-the-rest',
            'patch-renews-hash',
            'patch-exact',
            'patch-canonical',
          ] as const
        ).map((rule) => ({ id: `reports.file.${rule}`, because: NO_TEXT }) as const),
      ],
    },
  ],
  'reports.file.content-is-json': {
    name: 'byte-order-mark',
    sentence: 'The content of a report file begins with a byte order mark.',
    patch: written((content) => BYTE_ORDER_MARK + content),
  },
  'reports.file.canonical': [
    {
      name: 'another-for-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The content of a file that is read with an OAuth token has its members in another order.',
      patch: changedIf('getReportFile', byOAuth, (file, call) => {
        const content = JSON.stringify(
          Object.fromEntries(Object.entries(JSON.parse(String(file['content'])) as object).reverse()),
        );
        return { ...file, content, hash: hashOf(call, content) };
      }),
    },
    {
      name: 'no-line-end',
      sentence: 'The content of a report file has no line end where the same version was read before.',
      also: alsoThese('the rest of the file is compared as text', 'reports.file.patch-keeps-the-rest'),
      patch: (rules) => {
        const seen = new Map<number, number>();
        all(
          lenient,
          changeBodySync('getReportFile', (file, call) => {
            const report = reportIn(call);
            if (!report) return file;
            const isKnown = seen.get(report.id) === report.version;
            seen.set(report.id, report.version);
            const content = file['content'] as string;
            return isKnown ? { ...file, content: content.trimEnd(), hash: sha256(content.trimEnd()) } : file;
          }),
        )(rules);
      },
    },
    {
      name: 'another-once-placed',
      sentence: 'The content of a file that is read a third time is written otherwise.',
      also: [
        ...alsoThese('a hash that is out of date is refused', 'reports.file.patch-replaces'),
        ...alsoThese('the rest of the file is compared as text', 'reports.file.patch-keeps-the-rest'),
      ],
      patch: knowingReport(['getReportFile'], (past) =>
        replaceSync('getReportFile', (call, original) => {
          const times = timesIn(past(call), 'getReportFile');
          return withBody(original(call), (file) => {
            const content = times > 2 ? `${String(file['content'])} ` : String(file['content']);
            return { ...file, content, hash: hashOf(call, content) };
          });
        }),
      ),
    },
  ],
  'reports.file.hash': {
    name: 'object',
    sentence: 'The file of a report carries its hash with the name of the algorithm.',
    patch: shownAs(({ hash }) => ({ hash: { sha256: hash } })),
    also: [
      {
        id: 'openapi-spec.serving.body-declared',
        because: "the tenant's own document declares what is printed, and the answer departs from that as well",
      },
      ...(['hash-of-content', 'patch-renews-hash', 'patch-canonical'] as const).map(
        (rule) => ({ id: `reports.file.${rule}`, because: 'an object is no hash of any text' }) as const,
      ),
    ],
  },
  'reports.file.hash-of-content': [
    {
      name: 'told-of-the-first-patch',
      toldBy: 'reports.file.patch-replaces',
      sentence: 'The answer to a patch shows the hash of the file after the first patch of the report.',
      patch: remembering(
        () => new Map<unknown, unknown>(),
        (first) =>
          changeBodySync('patchReportFile', (file, { path: { reportId } }) => {
            const hash = first.get(reportId) ?? file['hash'];
            first.set(reportId, hash);
            return { ...file, hash };
          }),
      ),
    },
    {
      name: 'of-before-another-patched',
      toldBy: 'reports.file.patch-keeps-the-rest',
      sentence: 'Whoever has read a report file is shown its hash as they saw it, once another user has patched it.',
      patch: remembering(
        () => ({ seen: new Map<string, unknown>(), patchers: new Map<unknown, number>() }),
        ({ seen, patchers }) =>
          all(
            oncePatched(({ id }, call) => patchers.set(String(id), callerId(call))),
            changeBodySync('getReportFile', (file, call) => {
              const { reportId } = call.path;
              const key = `${callerId(call)} ${reportId}`;
              const patcher = patchers.get(reportId);
              const hash =
                seen.has(key) && patcher !== undefined && patcher !== callerId(call) ? seen.get(key) : file['hash'];
              seen.set(key, hash);
              return { ...file, hash };
            }),
          ),
      ),
    },
    {
      name: 'as-utf-16',
      sentence: 'The hash of a report file with characters outside the basic plane is that of its text in UTF-16.',
      patch: ({ reports }) => {
        hashedAsUtf16(reports.file);
      },
    },
    {
      name: 'with-the-placements',
      also: alsoThese(
        'a patch is refused beside a hash that is not of the content',
        'reports.file.patch-keeps-the-rest',
        'reports.file.patch-renews-hash',
        'reports.file.patch-replaces',
      ),
      sentence: 'The hash of the file of a report that is placed in a spreadsheet is not of the content alone.',
      patch: changeBodySync('getReportFile', (body, call) =>
        (reportIn(call)?.placements.length ?? 0) > 0
          ? { ...body, hash: hashOf(call, `${String(body['content'])} placed`) }
          : body,
      ),
    },
    {
      name: 'of-the-former-name',
      sentence: 'Once a report was renamed, the hash of its file is that of the content before.',
      patch: (rules) => {
        const before = new Map<unknown, unknown>();
        all(
          changedIf(
            'getReportFile',
            (call) => !before.has(byReport(call)),
            (file, call) => {
              before.set(byReport(call), file['hash']);
              return file;
            },
          ),
          replaceSync('getReportFile', (call, original) => {
            const known = before.get(byReport(call));
            return withBody(original(call), (file) => ({ ...file, hash: known ?? file['hash'] }));
          }),
        )(rules);
      },
      also: [
        { id: 'reports.file.patch-renews-hash', because: 'a patch changes the content as well' },
        { id: 'reports.file.patch-canonical', because: 'a patch that is undone changes the content twice' },
        { id: 'reports.file.patch-replaces', because: 'a patch is asked for with the hash of another content' },
      ],
    },
    {
      name: 'salted-for-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The hash of a file that is read with an OAuth token is that of another text.',
      patch: changedIf('getReportFile', byOAuth, (file, call) => ({
        ...file,
        hash: hashOf(call, `${String(file['content'])} `),
      })),
    },
    {
      name: 'salted-for-users',
      seenWith: 'MEMBER_TOKEN',
      sentence: 'The hash of a file that is read by whoever is no administrator is that of another text.',
      patch: changeBodySync('getReportFile', (file, call) =>
        byPlainUser(call) ? { ...file, hash: hashOf(call, `${String(file['content'])} `) } : file,
      ),
    },
    {
      name: 'without-line-end',
      sentence: 'The hash of a report file that nobody has patched yet is that of the content without its line end.',
      patch: (rules) => {
        // Known by their content, so that a patch that is undone brings back the same hash.
        const originals = new Set<string>();
        const note = (content: string, call: Call): void => {
          if (reportIn(call)?.version === 1) originals.add(content);
        };
        const show = ({ content, hash }: ShownFile) => ({
          hash: originals.has(content) ? sha256(content.trimEnd()) : hash,
        });
        all(
          replaceSync('patchReportFile', (call, original) => {
            note(fileOf(call).content, call);
            return original(call);
          }),
          shownAs((file, call) => {
            note(file.content, call);
            return show(file);
          }),
        )(rules);
      },
    },
    {
      name: 'another-encoding',
      sentence: 'The hash of text outside ASCII is taken of its characters in Latin-1.',
      patch: ({ reports: { file } }) => {
        file.hash = (content) => sha256(Buffer.from(content, 'latin1').toString('latin1'));
      },
    },
  ],
  'reports.file.scoped-key-stays': [
    {
      name: 'but-when-it-patches',
      sentence: 'A patch of a report file is carried out in whatever deployment that lies in, with any key.',
      patch: reaching('patchReportFile', (call) => reportIn(call)?.deploymentId),
    },
    {
      name: 'wherever-it-is',
      sentence: 'The file of a report is read in whatever deployment that lies in, with any key.',
      patch: reaching('getReportFile', (call) => reportIn(call)?.deploymentId),
    },
  ],
  'reports.file.patch-replaces': [
    {
      name: 'tabs-as-blanks',
      sentence: 'A patch of a report file stores a blank in the place of a tab.',
      patch: storedAs('patchReportFile', 'newText', (text) => text.replaceAll('\\t', ' ')),
    },
    {
      name: 'not-with-a-backslash',
      sentence: 'A patch of a report file for or to a text with a backslash is refused.',
      patch: refusing('patchReportFile', patchesBackslash, 'conflict'),
    },
    {
      name: 'not-while-placed',
      sentence: 'A patch of the file of a report that is placed in a spreadsheet is acknowledged and changes nothing.',
      patch: patchLostWhilePlaced,
    },
    ...notReplacedBy('a report file', ({ reports }) => reports.file),
    notWithPercent('a report file', 'patchReportFile'),
    upToAHash('a report file', 'patchReportFile'),
    dollars('a report file', ({ reports }) => reports.file),
    {
      name: 'first-patch-alone',
      sentence: 'A second patch of a report file is acknowledged and changes nothing.',
      patch: knowingReport(['patchReportFile'], (past) =>
        acknowledging('patchReportFile', 'getReportFile', (call) => past(call).includes('patchReportFile')),
      ),
      also: [{ id: 'reports.file.patch-canonical', because: 'a second patch undoes the first' }],
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A patch of a report file with an OAuth token is acknowledged and changes nothing.',
      patch: acknowledging('patchReportFile', 'getReportFile', byOAuth),
    },
    {
      name: 'lost-after-an-update',
      sentence: 'A patch of the file of a report that was renamed is acknowledged and changes nothing.',
      patch: knowingReport(['updateReport'], (past) =>
        acknowledging('patchReportFile', 'getReportFile', (call) => past(call).includes('updateReport')),
      ),
    },
    {
      name: 'read-as-before',
      sentence: 'A report file is read as it was before it was first patched.',
      also: alsoThese('what the file is read as after a patch is compared there', 'reports.file.patch-canonical'),
      patch: (rules) => {
        const kept = new Map<number, Body>();
        all(
          lenient,
          changeBodySync('getReportFile', (file, call) => kept.get(reportIn(call)?.id ?? 0) ?? file),
          replaceSync('patchReportFile', (call, original) => {
            const before = fileOf(call);
            const answer = original(call);
            const report = reportIn(call);
            if (report) kept.set(report.id, { ...before });
            return answer;
          }),
        )(rules);
      },
    },
    lettersLost('a report file', ({ reports }) => reports.file),
    {
      name: 'signs-expanded',
      sentence: 'Signs such as $& in the new text of a report file stand for what was replaced.',
      patch: ({ reports }) => {
        reports.file.replaced = (content, oldText, newText) => content.replace(oldText, newText);
      },
    },
    {
      name: 'trimmed',
      sentence: 'The new text of a report file loses the spaces around it.',
      patch: ({ reports }) => {
        const { replaced } = reports.file;
        reports.file.replaced = (content, oldText, newText) => replaced(content, oldText, newText.trim());
      },
    },
    {
      name: 'users-acknowledged',
      sentence: 'A patch of a report file by a user without the admin role is acknowledged and changes nothing.',
      patch: acknowledging('patchReportFile', 'getReportFile', byPlainUser),
    },
    {
      name: 'not-across-lines',
      sentence: 'A text that goes over the end of a line is not found in a report file.',
      patch: replaceSync('patchReportFile', (call, original) => {
        if (String(bodyOf(call)['oldText']).includes('\n')) refuse('conflict', 'oldText stands in the file 0 times');
        return original(call);
      }),
    },
    {
      name: 'second-of-plain-users',
      sentence:
        'The second patch of a report file by users without the admin role is acknowledged and changes nothing.',
      seenIn: 'by that user once more',
      patch: oncePast(
        'patchReportFile',
        byPlainUser,
        ({ path }) => path['reportId'],
        (isAgain) => acknowledging('patchReportFile', 'getReportFile', isAgain),
      ),
    },
  ],
  'reports.file.patch-keeps-the-rest': [
    {
      name: 'but-the-folder',
      sentence: 'A patch of its file takes a report out of its folder.',
      patch: oncePatched((_before, call) => {
        storeReport(call, { folderId: null });
      }),
    },
    {
      name: 'but-the-placements',
      sentence: 'A patch of its file takes a report out of every spreadsheet.',
      patch: oncePatched((_before, call) => {
        storeReport(call, { placements: [] });
      }),
    },
    {
      name: 'but-what-changed-since-it-was-read',
      toldBy: 'reports.file.patch-replaces',
      sentence: 'A patch of a report file stores the other members as its caller last read them.',
      patch: remembering(
        () => new Map<string, Report>(),
        (read) => {
          const keyOf = (call: Call) => `${callerId(call)} ${call.path['reportId']}`;
          return all(
            replaceSync('getReportFile', (call, original) => {
              const answer = original(call);
              const report = reportIn(call);
              if (report) read.set(keyOf(call), report);
              return answer;
            }),
            replaceSync('patchReportFile', (call, original) => {
              const before = reportIn(call);
              const known = read.get(keyOf(call));
              const answer = original(call);
              const after = reportIn(call);
              if (!before || !after || !known) return answer;
              const stale = DEFINITION.filter(
                (name) => after[name] === before[name] || isSame(after[name], before[name]),
              );
              storeReport(call, Object.fromEntries(stale.map((name) => [name, known[name]])));
              return answer;
            }),
          );
        },
      ),
    },
    {
      name: 'one-switch',
      sentence: 'A patch of a report file turns showRowTotals round as well.',
      patch: replaceSync('patchReportFile', (call, original) => {
        original(call);
        const pivotItems = reportIn(call)?.pivotItems ?? {};
        storeReport(call, { pivotItems: { ...pivotItems, showRowTotals: pivotItems['showRowTotals'] !== true } });
        return { kind: 'ok', body: fileOf(call) };
      }),
    },
    {
      name: 'description-lost-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A patch of a report file with an OAuth token empties the sqlQuery.',
      patch: replaceSync('patchReportFile', (call, original) => {
        const answer = original(call);
        if (byOAuth(call)) storeReport(call, { sqlQuery: '' });
        return answer;
      }),
    },
    {
      name: 'two-at-once',
      sentence: 'Of two patches of a report file at the same time the later one writes back the rest that stood there.',
      patch: lookingFirst('patchReportFile', reportIn, (call, original, before) => {
        if (before) call.tenant.content.reports.replace(before);
        return original(call);
      }),
    },
  ],
  'reports.file.patch-renews-hash': [
    {
      name: 'as-before',
      sentence: 'A patched report file keeps the hash that it had before the patch.',
      also: alsoThese(
        'the hash of the content that it was given back is compared there',
        'reports.file.patch-canonical',
      ),
      patch: (rules) => {
        const kept = new Map<number, string>();
        all(
          replaceSync('patchReportFile', (call, original) => {
            const { hash } = fileOf(call);
            const answer = original(call);
            const report = reportIn(call);
            if (report) kept.set(report.id, hash);
            return answer;
          }),
          shownAs(({ hash }, call) => ({ hash: kept.get(reportIn(call)?.id ?? 0) ?? hash })),
        )(rules);
      },
    },
    {
      name: 'not-by-a-second',
      sentence: 'A second patch of a report file leaves the hash that the first one had.',
      also: alsoThese(
        'a hash that is out of date is refused',
        'reports.file.patch-replaces',
        'reports.file.patch-canonical',
      ),
      patch: remembering(
        () => new Map<unknown, unknown>(),
        (first) =>
          knowingReport(['patchReportFile'], (past) =>
            changeBodySync('getReportFile', (file, call) => {
              const times = timesIn(past(call), 'patchReportFile');
              if (times === 1) first.set(byReport(call), file['hash']);
              return times > 1 && first.has(byReport(call)) ? { ...file, hash: first.get(byReport(call)) } : file;
            }),
          ),
      ),
    },
  ],
  'reports.file.patch-exact': [
    {
      name: 'other-unicode-form',
      toldBy: 'reports.file.patch-replaces',
      sentence: 'A patch of a report file finds its text where that stands in another form of Unicode.',
      patch: ({ reports: { file } }) => {
        findingOtherForms(file);
      },
    },
    ...inexact('a report file', ({ reports }) => reports.file),
  ],
  'reports.file.patch-canonical': {
    name: 'no-line-end',
    sentence: 'A report file that was patched twice has no line end at the end of its content.',
    also: alsoThese('the rest of the file is compared as text', 'reports.file.patch-keeps-the-rest'),
    patch: (rules) => {
      const patches = new Map<number, number>();
      all(
        replaceSync('patchReportFile', (call, original) => {
          const answer = original(call);
          const id = reportIn(call)?.id ?? 0;
          patches.set(id, (patches.get(id) ?? 0) + 1);
          return answer;
        }),
        written((content, call) => {
          const isPatchedTwice = (patches.get(reportIn(call)?.id ?? 0) ?? 0) >= 2;
          return isPatchedTwice ? content.trimEnd() : content;
        }),
      )(rules);
    },
  },
});
