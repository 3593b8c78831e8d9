import { bodyOf, type Call } from '../../mock/call.ts';
import { hashShown } from '../../mock/families/patched-file.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { sha256, type textRules } from '../../mock/rules/files.ts';
import type { Deviation } from './fault.ts';
import { refusing } from './patches.ts';
import { changeRequest } from './reports.ts';

export type FileRules = ReturnType<typeof textRules>;

/** The hash of a text as this dialect writes it. */
export function hashOf(call: Call, text: string): string {
  return hashShown(call, sha256(text));
}

/** Whether a text stands in another only if letter case is ignored. */
export function isThereInAnotherCase(content: string, text: string): boolean {
  return !content.includes(text) && content.toLowerCase().includes(text.toLowerCase());
}

/** Files whose patches find their text in another letter case where it does not stand as it is named. */
function inAnyCase(file: FileRules): void {
  const { occurrences, replaced } = file;
  file.occurrences = (content, text) => (isThereInAnotherCase(content, text) ? 1 : occurrences(content, text));
  file.replaced = (content, text, next) => {
    if (!isThereInAnotherCase(content, text)) return replaced(content, text, next);
    const place = content.toLowerCase().indexOf(text.toLowerCase());
    return content.slice(0, place) + next + content.slice(place + text.length);
  };
}

function asPattern(file: FileRules): void {
  const patternOf = (text: string) => new RegExp(text, 'g');
  file.occurrences = (content, text) => content.match(patternOf(text))?.length ?? 0;
  file.replaced = (content, text, next) => content.replace(patternOf(text), () => next);
}

function withoutBlanks(file: FileRules): void {
  const { occurrences, replaced } = file;
  file.occurrences = (content, text) => occurrences(content, text.trim());
  file.replaced = (content, text, next) => replaced(content, text.trim(), next);
}

function asciiAlone(file: FileRules): void {
  const { replaced } = file;
  file.replaced = (content, text, next) => replaced(content, text, next.replace(/[^ -~\n]/g, '?'));
}

/** Ways in which a patch looks for its text less than exactly. */
export function inexact(what: string, fileOf: (rules: Rules) => FileRules): readonly Deviation[] {
  return [
    {
      name: 'any-case',
      sentence: `A patch of ${what} finds its text in another letter case where it does not stand as it is named.`,
      patch: (rules) => {
        inAnyCase(fileOf(rules));
      },
    },
    {
      name: 'a-dot-for-any',
      sentence: `A patch of ${what} takes a dot in the text that it names for any sign.`,
      patch: (rules) => {
        asPattern(fileOf(rules));
      },
    },
    {
      name: 'blanks-left-out',
      sentence: `A patch of ${what} looks for the text that it names without the blanks around it.`,
      patch: (rules) => {
        withoutBlanks(fileOf(rules));
      },
    },
  ];
}

export function lettersLost(what: string, fileOf: (rules: Rules) => FileRules): Deviation {
  return {
    name: 'ascii-alone',
    sentence: `A patch of ${what} puts question marks in the place of letters beyond ASCII.`,
    patch: (rules) => {
      asciiAlone(fileOf(rules));
    },
  };
}

export const ALL_ASTRAL = /[\u{10000}-\u{10ffff}]/gu;
const LONGEST = 255;

/** Ways in which a patch does not keep some new texts. */
export function notReplacedBy(what: string, fileOf: (rules: Rules) => FileRules): readonly Deviation[] {
  const ignoring =
    (isIgnored: (next: string) => boolean): Patch =>
    (rules) => {
      const file = fileOf(rules);
      const { replaced } = file;
      file.replaced = (content, text, next) => replaced(content, text, isIgnored(next) ? text : next);
    };
  return [
    {
      name: 'not-by-nothing',
      sentence: `A patch of ${what} whose new text is empty is acknowledged and changes nothing.`,
      patch: ignoring((next) => next === ''),
    },
    {
      name: 'not-by-long-texts',
      sentence: `A patch of ${what} whose new text has more than 255 characters is acknowledged and changes nothing.`,
      patch: ignoring((next) => next.length > LONGEST),
    },
    {
      name: 'not-beyond-the-basic-plane',
      sentence: `A patch of ${what} puts question marks for characters outside the basic plane.`,
      patch: (rules) => {
        const file = fileOf(rules);
        const { replaced } = file;
        file.replaced = (content, text, next) => replaced(content, text, next.replace(ALL_ASTRAL, '?'));
      },
    },
  ];
}

/** A text with a percent sign is never found. */
export function notWithPercent(what: string, operation: string): Deviation {
  return {
    name: 'not-with-a-percent-sign',
    sentence: `A patch of ${what} for a text with a percent sign is refused.`,
    patch: refusing(operation, (call) => String(bodyOf(call)['oldText']).includes('%'), 'conflict'),
  };
}

/** Of a text to be replaced only what stands before a hash sign is found, so that the rest stays. */
export function upToAHash(what: string, operation: string): Deviation {
  return {
    name: 'up-to-a-hash-sign',
    sentence: `A patch of ${what} replaces only what stands before a hash sign in the old text.`,
    patch: changeRequest(operation, (body) => ({
      ...body,
      oldText: String(body['oldText']).replace(/(?<=.)#.*$/s, ''),
    })),
  };
}

/** A new text in which a dollar sign and what follows it stand for what was found. */
export function dollars(what: string, fileOf: (rules: Rules) => FileRules): Deviation {
  return {
    name: 'dollar-signs',
    sentence: `A patch of ${what} reads dollar signs in the new text as what was found.`,
    patch: (rules) => {
      fileOf(rules).replaced = (content, text, next) => content.replace(text, next);
    },
  };
}

/** Takes two texts for one that differ in their forms of Unicode alone. */
export function findingOtherForms(file: ReturnType<typeof textRules>): void {
  const { occurrences, replaced } = file;
  file.occurrences = (content, text) =>
    occurrences(content, text) || occurrences(content.normalize(), text.normalize());
  file.replaced = (content, text, next) =>
    content.includes(text) ? replaced(content, text, next) : replaced(content.normalize(), text.normalize(), next);
}
