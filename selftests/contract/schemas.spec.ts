import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { SchemaChecks } from '../../contracts/schemas.ts';
import { SAMPLES } from './samples/index.ts';

const contract = await loadContract();
const checks = new SchemaChecks(contract);
const schemas = Object.entries(SAMPLES).flatMap(([family, samples]) =>
  Object.entries(samples).map(([name, sample]) => ({ family, name, ...sample })),
);

for (const { family, name, conforming, free = [], defects = [] } of schemas) {
  test.describe(`${family}: ${name}`, () => {
    const check = (value: unknown) => checks.at(`#/components/schemas/${name}`)(value);

    test('accepts hand-written conforming values', () => {
      expect(conforming.length).toBeGreaterThan(0);
      for (const value of conforming) expect(check(value), JSON.stringify(value)).toEqual([]);
    });

    for (const [index, { point, value }] of free.entries()) {
      test(`accepts what ${point} leaves open, sample ${index + 1}`, () => {
        expect(check(value), JSON.stringify(value)).toEqual([]);
      });
    }

    for (const { defect, lines, value, blames } of defects) {
      test(`rejects: ${defect} (lines ${lines})`, () => {
        const findings = check(value);
        expect(findings.length, 'one defect is one finding').toBe(1);
        if (blames !== undefined) expect(findings[0]?.requirement).toBe(blames);
      });
    }
  });
}

test('every schema with a rule has samples', () => {
  const sampled = new Set(schemas.map(({ name }) => name));
  const ruled = Object.entries(contract.components.schemas).filter(([, schema]) => hasRule(schema));
  expect(ruled.map(([name]) => name).filter((name) => !sampled.has(name))).toEqual([]);
});

/** Whether a schema rejects anything. One that accepts every value needs no samples. */
function hasRule(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const ruling = [
    'required',
    'enum',
    'maxLength',
    'minLength',
    'minimum',
    'maximum',
    'maxItems',
    'minItems',
    'pattern',
  ];
  if (ruling.some((keyword) => keyword in node && !isMember(node, keyword))) return true;
  return Object.values(node).some(hasRule);
}

/** Distinguishes a resource member whose name is a keyword from the keyword itself. */
function isMember(node: object, keyword: string): boolean {
  const value = (node as Record<string, unknown>)[keyword];
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
