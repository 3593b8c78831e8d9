import type { ContractDocument, Schema } from '../contracts/document.ts';
import { resolvePointer } from '../contracts/pointer.ts';

const TEXT_OF_FORMAT: Readonly<Record<string, string>> = {
  date: '2030-01-01',
  'date-time': '2030-01-01T09:00:00Z',
  email: 'someone@example.com',
  uri: 'https://app.example.com/',
  uuid: '7f8d2c1e-3b4a-4c5d-8e6f-0a1b2c3d4e5f',
  ipv4: '192.0.2.10',
};

/** Texts of which one fits each pattern of this build. */
const SAMPLES = ['#reports', 'en-GB', 'en', 'analytics'];

/** A value that fits a schema of this build's further members, for the example of a body. */
export function sampleOf(document: ContractDocument, schema: Schema): unknown {
  const { $ref, allOf, anyOf, oneOf, properties = {}, required = [], items } = schema;
  if ($ref !== undefined) return sampleOf(document, resolvePointer(document, $ref) as Schema);
  if ('const' in schema) return schema['const'];
  if (schema['example'] !== undefined) return schema['example'];
  if (schema['default'] !== undefined) return schema['default'];
  if (schema.enum) return schema.enum[0];
  if (allOf) return Object.assign({}, ...allOf.map((one) => sampleOf(document, one))) as unknown;
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return sampleOf(document, first);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleOf(document, properties[name] ?? {})]));
    case 'array':
      return items ? [sampleOf(document, items)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return numberIn(schema);
    case 'string':
    case undefined:
    default:
      return textIn(schema);
  }
}

function numberIn({ minimum = 0, multipleOf }: Schema): number {
  return typeof multipleOf === 'number' ? multipleOf : (minimum as number);
}

function textIn({ format, pattern, minLength = 1 }: Schema): string {
  if (typeof format === 'string') return TEXT_OF_FORMAT[format] ?? format;
  const fitting = SAMPLES.find((one) => typeof pattern === 'string' && new RegExp(pattern).test(one));
  if (fitting !== undefined) return fitting;
  return 'sample'.padEnd(minLength as number, ' sample').slice(0, Math.max(6, minLength as number));
}
