import { parseArgs, type ParseArgsConfig } from 'node:util';
import { commandLine, invocation } from '../contracts/installation.ts';
import { refuseIfAny } from '../contracts/problem.ts';
import { TERMINAL_WIDTH } from '../reports/terminal-lines.ts';
import { insteadOf } from '../contracts/nearest.ts';

/** One flag of a command. */
export interface Flag {
  readonly what: string;
  /** What its value is called in the help text; without it the flag takes none. */
  readonly value?: string;
  /** It may stand without its value. */
  readonly isValueOptional?: boolean;
  readonly short?: string;
  /** What the value may be; `<seed>` in a choice stands for any number. */
  readonly choices?: readonly string[];
}

export type FlagTable = Readonly<Record<string, Flag>>;

/** What a command is called, does and takes. Parsing, help and refusals all follow from it. */
export interface Command<Name extends string = string> {
  readonly name: string;
  readonly what: string;
  readonly flags: Readonly<Record<Name, Flag>>;
  /** Words besides the flags. */
  readonly words?: { readonly name: string; readonly what: string; readonly least?: number; readonly most: number };
  /** Flags and words that somebody might give. */
  readonly example: string;
  /** Flags of another program that are passed on to it, shown by their names alone but for those that are explained. */
  readonly passedOn?: { readonly to: string; readonly flags: FlagTable; readonly explained?: FlagTable };
}

const HELP: Flag = { what: 'Show this text.', short: 'h' };

/** What was given after the name of a command. */
export class Flags<Name extends string = string> {
  readonly words: readonly string[];
  /** The flags that are passed on, each as one argument. */
  readonly passedOn: readonly string[];
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(
    values: ReadonlyMap<string, readonly string[]>,
    words: readonly string[],
    passedOn: readonly string[] = [],
  ) {
    this.#values = values;
    this.words = words;
    this.passedOn = passedOn;
  }

  has(name: Name): boolean {
    return this.#values.has(name);
  }

  /** The last value of a flag; empty where the flag stands without one. */
  get(name: Name): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  all(name: Name): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** The flags that were given, as arguments again. */
  argumentsOf(names: readonly Name[]): string[] {
    return names.flatMap((name) => this.all(name).map((value) => argumentOf(name, value)));
  }
}

function argumentOf(name: string, value: string): string {
  const flag = name.length === 1 ? `-${name}` : `--${name}`;
  return value === '' ? flag : `${flag}=${value}`;
}

/** All flags of a command. */
function allOf({ flags, passedOn }: Command): FlagTable {
  return { ...passedOn?.flags, ...flags, help: HELP };
}

const shown = (name: string) => (name.length === 1 ? `-${name}` : `--${name}`);

/**
 * Reads arguments by the table of a command. All that is wrong with them is refused at once. `undefined` means that help
 * was asked for.
 */
export function parsed(command: Command, argv: readonly string[]): Flags | undefined {
  const table = allOf(command);
  const { args, options } = prepared(table, argv);
  // Once without refusals, to name all of them with what was probably meant, and then strictly.
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  if (given.some(({ name }) => name === 'help')) return undefined;
  refuseIfAny([
    ...given.flatMap((token) => problemOf(table, token) ?? []),
    ...wordProblems(
      command,
      tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    ),
  ]);
  const { positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
  const values = new Map<string, string[]>();
  for (const { name, value = '' } of given) values.set(name, [...(values.get(name) ?? []), value]);
  const foreign = Object.keys(command.passedOn?.flags ?? {}).filter((name) => !(name in command.flags));
  const passedOn = foreign.flatMap((name) => (values.get(name) ?? []).map((value) => argumentOf(name, value)));
  return new Flags(values, positionals, passedOn);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/**
 * The table as `parseArgs` takes it, which knows no optional values: a flag that has one here is a text where it stands with
 * a value, and a switch where it stands alone.
 */
function prepared(table: FlagTable, argv: readonly string[]) {
  const args: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? '';
    if (argument === '--') {
      args.push(...argv.slice(index));
      break;
    }
    const [name] =
      Object.entries(table).find(
        ([one, { short }]) => argument === `--${one}` || (short !== undefined && argument === `-${short}`),
      ) ?? [];
    const next = argv[index + 1];
    const takesNext = name !== undefined && table[name]?.isValueOptional && next !== undefined && !next.startsWith('-');
    args.push(takesNext ? `--${name}=${next}` : argument);
    if (takesNext) index += 1;
  }
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { value, isValueOptional, short }]) => {
      const isText = isValueOptional ? args.some((one) => one.startsWith(`--${name}=`)) : value !== undefined;
      const letter = short ?? (name.length === 1 ? name : undefined);
      const type = isText ? ('string' as const) : ('boolean' as const);
      return [name, { type, multiple: true, ...(letter !== undefined && { short: letter }) }];
    }),
  ) satisfies ParseArgsConfig['options'];
  return { args, options };
}

/** What is wrong with one flag. */
function problemOf(table: FlagTable, { name, rawName, value, inlineValue }: OptionToken): string | undefined {
  const flag = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!flag) return `${rawName} is unknown, ${insteadOf(rawName, Object.keys(table).map(shown))}`;
  if (flag.value === undefined) return inlineValue ? `${rawName} takes no value, not ${value ?? ''}` : undefined;
  // What looks like a flag is a value only where it stands behind an equals sign.
  const isMissing = value === undefined || value === '' || (inlineValue === false && value.startsWith('-'));
  if (isMissing)
    return flag.isValueOptional && value === undefined
      ? undefined
      : `${rawName} needs a value: ${rawName}=<${flag.value}>`;
  if (!flag.choices || flag.choices.some((choice) => isChoice(choice, value))) return undefined;
  return `${rawName}=${value}: ${insteadOf(value, flag.choices)}`;
}

function isChoice(choice: string, value: string): boolean {
  const [before, after] = choice.split(/<[a-z]+>/);
  if (after === undefined) return choice === value;
  return value.startsWith(before ?? '') && value.endsWith(after) && /^\d{1,9}$/.test(value.slice(before?.length));
}

function wordProblems({ words }: Command, given: readonly string[]): string[] {
  const most = words?.most ?? 0;
  if (given.length < (words?.least ?? 0)) return [`expected <${words?.name ?? ''}>: ${words?.what ?? ''}`];
  return given
    .slice(most)
    .map((word) => `${word} is one word too many, expected ${most === 0 ? 'flags alone' : `at most ${most}`}`);
}

/** A whole number that a flag may name; without a value it means all there is. */
export function numberOf<Name extends string>(flags: Flags<Name>, name: Name): number | undefined {
  const text = flags.get(name);
  if (text === undefined) return undefined;
  refuseIfAny(/^\d*$/.test(text) ? [] : [`--${name}=${text}: expected a number`]);
  return text === '' ? Infinity : Number(text);
}

/** The help text of a command. */
export function helpOf(command: Command): string {
  const { name, what, flags, words, example, passedOn } = command;
  const explainedFlags = passedOn?.explained ?? {};
  const word = words && ((words.least ?? 0) > 0 ? `<${words.name}>` : `[${words.name}${words.most > 1 ? '...' : ''}]`);
  const rows: [string, string][] = [
    ...(words && word !== undefined ? [[word, words.what] as [string, string]] : []),
    ...Object.entries<Flag>({ ...flags, ...explainedFlags, help: HELP }).map(([flag, one]): [string, string] => [
      written(flag, one),
      explained(one),
    ]),
  ];
  const indent = Math.max(...rows.map(([left]) => left.length)) + 4;
  return [
    what,
    '',
    `Usage: ${invocation(name)} [flags]${word === undefined ? '' : ` ${word}`}`,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(indent - 2)}${right}`),
    ...(passedOn
      ? [
          '',
          `Passed on to ${passedOn.to}:`,
          ...wrapped(
            Object.entries(passedOn.flags)
              .filter(([flag]) => !(flag in flags) && !(flag in explainedFlags))
              .map(([flag, one]) => written(flag, one)),
          ),
        ]
      : []),
    '',
    `Example: ${commandLine(name, example)}`,
  ].join('\n');
}

function explained({ what, choices }: Flag): string {
  return choices ? `${what} One of ${choices.join(', ')}.` : what;
}

function written(name: string, { short, value, isValueOptional }: Flag): string {
  const letter = short === undefined ? '' : `-${short}, `;
  if (value === undefined) return letter + shown(name);
  return `${letter}${shown(name)}${isValueOptional ? `[=<${value}>]` : `=<${value}>`}`;
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= TERMINAL_WIDTH)
      lines[lines.length - 1] = `${last}  ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}
