import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { METHODS } from '../document.ts';
import { commandLine } from '../installation.ts';
import { UsageProblem } from '../problem.ts';
import type { Binding, Bindings } from './binding.ts';
import { BINDINGS } from './index.ts';
import type { StatedBindings } from './resolve.ts';

const NAME = { type: 'string', minLength: 1 };

const VALUE_SCHEMAS: Readonly<Record<Binding['kind'], object>> = {
  name: NAME,
  names: { type: 'array', minItems: 1, items: NAME },
  body: { type: 'object' },
  route: {
    type: 'object',
    required: ['method', 'path'],
    additionalProperties: false,
    properties: { method: { enum: METHODS }, path: { type: 'string', pattern: '^/' } },
  },
  envelope: {
    type: 'object',
    required: ['items', 'endCursor', 'hasNextPage'],
    additionalProperties: false,
    // No name for the items says that the answer is the bare list.
    properties: { items: { type: 'string' }, endCursor: NAME, hasNextPage: NAME },
  },
};

/** Reads the file that `BINDINGS` names. All that is wrong with it is told at once, by file and key. */
export function readStatedBindings(file: string, table: Bindings = BINDINGS): StatedBindings {
  const stated = parse(file);
  const ajv = new Ajv2020({ allErrors: true, verbose: true });
  const validate = ajv.compile<StatedBindings>({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(table).map(([id, { kind }]) => [id, VALUE_SCHEMAS[kind]])),
  });
  if (validate(stated)) return stated;

  throw new UsageProblem(
    (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
      const [id = '', ...inner] = instancePath.slice(1).split('/');
      if (keyword === 'additionalProperties' && id === '') {
        return `${file}: ${String(params['additionalProperty'])}: no binding has this name, \`${commandLine('catalogue', '--bindings')}\` lists them`;
      }
      if (id === '') return `${file}: expected an object from binding names to values`;
      const where = [id, ...inner].join('/');
      const allowed = keyword === 'enum' ? ` (${(params['allowedValues'] as string[]).join(', ')})` : '';
      return `${file}: ${where}: ${message ?? keyword}${allowed}, expected ${expectedOf(table[id])}`;
    }),
  );
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageProblem([
      `${file}: cannot be read (${code ?? message}), expected the JSON file that BINDINGS names`,
    ]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageProblem([`${file}: ${(error as Error).message}, expected JSON`]);
  }
}

function expectedOf(binding: Binding | undefined): string {
  return binding ? `${binding.what}, such as ${JSON.stringify(binding.default)}` : 'a known binding';
}
