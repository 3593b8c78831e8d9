import type { Route } from '../binding.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { ACCOUNT_WORDS, wordsOf } from '../words.ts';
import { only, SILENT, type Discovered, type Rule } from './found.ts';
import { listAmong } from './lists.ts';
import { updateThatMay } from './states.ts';

export function segment(document: TenantDocument, { path, method, prefer = [] }: Rule<'segment'>): Discovered {
  const pattern = patternOf(path, '([^/{}]+?)');
  const found = new Set(
    document.operations.flatMap((declared) => {
      const match = declared.method === method ? pattern.exec(declared.path)?.[1] : undefined;
      return match === undefined ? [] : [match];
    }),
  );
  const preferred = prefer.find((one) => found.has(one));
  if (preferred !== undefined) return { found: preferred };
  // What a standard gives every tenant need not be declared.
  if (prefer.length > 0 && found.size === 0) return SILENT;
  return only([...found], `path that reads like ${path}`);
}

export function operation(
  document: TenantDocument,
  { methods, paths, words, elements, orUpdate }: Rule<'operation'>,
): Discovered {
  const others: string[] = [];
  for (const path of paths) {
    const pattern = patternOf(path, '[^/{}]+');
    for (const method of methods) {
      const fitting = document.operations.filter((one) => one.method === method && pattern.test(one.path));
      const [first] = fitting;
      if (first && elements && !mayList(document, first, elements)) {
        others.push(first.path);
        continue;
      }
      if (fitting.length === 1 && first) return { found: inOurNames(first) };
    }
  }
  const made =
    words === undefined
      ? []
      : document.operations.filter((one) => methods.includes(one.method) && isMadeOf(one.path, words));
  const [only] = made;
  if (made.length === 1 && only) return { found: inOurNames(only) };
  const told = words === undefined ? undefined : toldBy(document, methods, words);
  if (told) return { found: inOurNames(told) };
  const named = methods.includes('get') ? undefined : actionNamed(document, paths);
  if (named) return { found: inOurNames(named) };
  const update = orUpdate && updateThatMay(document, updatesAt(paths[0] ?? ''), orUpdate);
  if (update) return { found: inOurNames(update) };
  if (others.length > 0) return { missing: `what ${others.join(' and ')} lists is something else` };
  // Which operations a build serves is not for a name to say: an undeclared one may be served all the same.
  return SILENT;
}

/** What a parameter names that stands behind a segment, whatever the tenant's document calls it. */
const PARAMETERS: Readonly<Record<string, string>> = {
  deployments: 'deploymentId',
  environments: 'environmentId',
  reports: 'reportId',
  workbooks: 'workbookId',
  'scheduled-tasks': 'taskId',
  'report-deliveries': 'deliveryId',
};

/** A parameter that names a user. */
const USER = '(?:user|member|viewer|grantee|recipient|principal)(?:_?id)?';

/** Below which things a path names a user with whom they are shared, or from whom. */
const SHARED = /^(scheduled-tasks|report-deliveries)$/;

/** A route with its parameters under the names by which requests give them. */
function inOurNames({ method, path }: Route): Route {
  const isShared = path.split('/').some((segment) => SHARED.test(segment));
  const named = path.replace(/([^/]+)\/\{([^}]*)\}/g, (_, segment: string, name: string) => {
    const isUser = isShared && new RegExp(`^${USER}$`, 'i').test(name);
    return `${segment}/{${PARAMETERS[segment] ?? (isUser ? 'userId' : name)}}`;
  });
  return { method, path: named };
}

/** What shares a thing where the path names the user: nothing is left to say, unless the document wants more. */
export function sharingBody(document: TenantDocument, { at }: Rule<'sharing'>): Discovered {
  if (at?.path.endsWith('/{userId}') !== true) return SILENT;
  const declared = document.find(at.method, at.path);
  const needed = declared && document.requiredOf(document.schemaOf(declared, 'request'));
  return needed?.length === 0 ? { found: {} } : SILENT;
}

/** Where a thing is updated of which an action has a path such as `/tasks/{}/pause`, the update of its state included. */
function updatesAt(action: string): RegExp {
  const thing = action.replace(/\/[^/]*$/, '');
  return new RegExp(
    [thing, `${thing}/state|status|mode|lifecycle|activation|phase`]
      .map((path) => patternOf(path, '[^/{}]+').source)
      .join('|'),
  );
}

/**
 * The action on a thing that says by its operationId what it does, where its path has a noun: `pauseTask` may be the creation of
 * `/tasks/{}/suspension`, and `resumeTask` the removal of it.
 */
function actionNamed(document: TenantDocument, paths: readonly string[]): DeclaredOperation | undefined {
  const verbs = paths.flatMap((path) => /\{\}\/([^/]+)$/.exec(path)?.[1]?.split('|') ?? []);
  const below = new RegExp(paths.map((path) => patternOf(path.replace(/[^/]+$/, '*'), '[^/{}]+').source).join('|'));
  const fitting = document.operations.filter(({ method, path, operation: { operationId } }) => {
    const [verb = ''] = wordsOf(textOf(operationId));
    return method !== 'get' && below.test(path) && verbs.includes(verb);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The only operation on a whole collection of which the operationId, the tag or else the summary says these words and no others. */
function toldBy(document: TenantDocument, methods: readonly string[], words: string): DeclaredOperation | undefined {
  const saysSo = (text: unknown) => typeof text === 'string' && sorted(text) === sorted(words);
  const whole = document.operations.filter(({ method, path }) => {
    return methods.includes(method) && !path.replace(/\/deployments\/\{[^}]*\}/, '').includes('{');
  });
  const byId = whole.filter(({ operation: { operationId } }) => saysSo(textOf(operationId).replace(READS, '')));
  const byTag = whole.filter(({ operation }) => {
    const [tag, ...others] = Array.isArray(operation.tags) ? (operation.tags as readonly unknown[]) : [];
    return others.length === 0 && saysSo(tag);
  });
  const bySummary = whole.filter(({ operation: { summary } }) => saysSo(summary));
  return [byId, byTag, bySummary].find(({ length }) => length === 1)?.[0];
}

/** What an operationId begins with that reads. */
const READS = /^(list|get|read|find|fetch)(?=[A-Z_-])/;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const sorted = (text: string) => wordsOf(text).sort().join(' ');

/** Whether the segments of a path that name things have these words and no others. */
function isMadeOf(path: string, words: string): boolean {
  const bare = path.replace(new RegExp(`^/api/v1/${OWN_ACCOUNT}`), '/');
  const segments = bare.split('/').filter((part) => !/^(api|build|v\d+|\{.*\})?$/.test(part));
  const scoped = segments[0] === 'deployments' ? segments.slice(1) : segments;
  return sorted(scoped.join(' ')) === sorted(words);
}

/** Whether a list may be of the wanted things; a document that does not declare its elements denies nothing. */
function mayList(
  document: TenantDocument,
  declared: DeclaredOperation,
  elements: NonNullable<Rule<'operation'>['elements']>,
): boolean {
  const list = listAmong(document, document.schemaOf(declared, 'answer'));
  const names = Object.keys(document.propertiesOf(document.elementsOf(list)));
  return names.length === 0 || haveNames(names, elements);
}

export function haveNames(
  names: readonly string[],
  { have, lack }: NonNullable<Rule<'operation'>['elements']>,
): boolean {
  return (
    names.some((name) => new RegExp(have, 'i').test(name)) && !names.some((name) => new RegExp(lack, 'i').test(name))
  );
}

/** The account of the token, which may be named in the paths of what belongs to it. */
const OWN_ACCOUNT = `(?:${ACCOUNT_WORDS}/[^/{}]+/)?`;

const NAMESPACE = '(?:[a-z]\\w*\\.)*';

/** `{}` stands for any parameter, `{user}` for one that names a user, `a|b` within a segment for either word, `*` for whatever `wildcard` allows. */
function patternOf(path: string, wildcard: string): RegExp {
  const pieces = { '{}': '\\{[^}]*\\}', '{user}': `\\{${USER}\\}`, '*': wildcard };
  const segments = path.split('/').map((part) => {
    const escaped = part.replace(/\{(?:user)?\}|\*|[.+?^$()[\]\\]/g, (piece) =>
      piece in pieces ? pieces[piece as keyof typeof pieces] : `\\${piece}`,
    );
    // A verb of two words may also be written as one: `transferOwnership`.
    const joined = escaped.replaceAll('-', '[-_]?');
    return part.includes('|') ? `(?:${joined})` : joined;
  });
  // A verb behind a parameter may follow a colon, or stand among actions: `/tasks/{id}:pause`, `/tasks/{id}/actions/pause`.
  // One behind a collection may follow a colon as well: `/users:batchActivate`. The namespace of a verb may stand before it:
  // `/tasks/{id}/Acme.pause`.
  const last = segments.at(-1) ?? '';
  const isVerb = segments.at(-2) === pieces['{}'] && /^[a-z]/i.test(last.replace(/^\(\?:/, ''));
  const front = segments.slice(0, -1).join('/');
  const ends = /^\(\?:(bulk|batch)/.test(last) ? `${front}[/:]${NAMESPACE}${last}` : segments.join('/');
  const source = isVerb ? `${front}(?:[/:]|/actions?/)${NAMESPACE}${last}` : ends;
  return new RegExp(`^${source.replace('/api/v1/', `/api/v1/${OWN_ACCOUNT}`)}/?$`, 'i');
}
