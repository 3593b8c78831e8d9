import { groupedBy } from '../../contracts/grouped.ts';
import { CheckFailure } from '../failures/failure.ts';
import { inOneLine, type Answer } from '../http/answer.ts';

const QUOTA = /quota|limit|maximum|exceed|too many|seats?\b/i;

/** What the refusal of a creation means for a run; undefined if its status says nothing of that. */
export function meaningOf(status: number, text = ''): string | undefined {
  if (status === 402) return 'it costs money, or the plan of the account does not include it';
  if (status === 401 || status === 403) return 'ADMIN_TOKEN may not create it';
  if (status === 429 || status === 507 || (status >= 400 && status < 500 && QUOTA.test(text)))
    return 'a quota is used up';
  return undefined;
}

/** A creation that was refused. */
export class RefusedCreation extends CheckFailure {
  /** What it means for the run, as far as it is known. */
  readonly meaning: string | undefined;

  constructor(what: string, answer: Pick<Answer, 'status' | 'headers' | 'text'>) {
    const meaning = meaningOf(answer.status, answer.text);
    super({ kind: 'setup', summary: inWords(what, answer, meaning) }, { status: answer.status });
    this.meaning = meaning;
  }
}

/** The refusal of a creation in one line. */
function inWords(
  what: string,
  answer: Pick<Answer, 'status' | 'headers' | 'text'>,
  meaning: string | undefined,
): string {
  return `the creation of ${/^[aeio]/i.test(what) ? 'an' : 'a'} ${what} was refused${meaning === undefined ? '' : `, ${meaning}`}: ${inOneLine(answer)}`;
}

const MOST_NAMED = 4;

/** Something that a run could not make, and the status with which it was refused. */
export interface Refused {
  readonly setting: string;
  readonly status: number;
  readonly meaning: string | undefined;
}

/** What the refusals mean for the run: a line for each status, without those of which nothing is known. */
export function remarksOn(refused: readonly Refused[], isAllRefused: boolean): string[] {
  return [...groupedBy(refused, ({ status, meaning = '' }) => `${status} ${meaning}`).values()].flatMap((group) => {
    const [{ status, meaning } = { status: 0, meaning: undefined }] = group;
    if (meaning === undefined) return [];
    const settings = [...new Set(group.map(({ setting }) => setting))];
    const named = settings.slice(0, MOST_NAMED).join(', ');
    const more = settings.length > MOST_NAMED ? ` and ${settings.length - MOST_NAMED} more` : '';
    const advice = isAllRefused && status === 403 ? '; if the key can only read, set READ_ONLY=1' : '';
    return [
      `Not made: ${named}${more}. The tenant refused with ${status}: ${meaning}. What needs them is untested${advice}`,
    ];
  });
}
