import type { Schema } from '../../document.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { meantValues, plainParameter } from '../words.ts';
import { mayBe } from './declared-types.ts';
import { plainRequest } from '../resource-objects.ts';
import { byName, SILENT, type Discovered, type Rule } from './found.ts';
import { stepInto } from './places.ts';
import { rootOf } from './roots.ts';

export function parameter(
  document: TenantDocument,
  declared: DeclaredOperation,
  { in: place, like, values: wanted }: Rule<'parameter'>,
  fallback: unknown,
): Discovered {
  const parameters = document.parametersOf(declared).filter((one) => one.in === place);
  const what = `${place} parameter of ${declared.method.toUpperCase()} ${declared.path}`;
  if (wanted) {
    const byValues = parameters.filter(({ schema }) => wanted.every((value) => schema.enum?.includes(value)));
    if (byValues.length === 1) return { found: byValues[0]?.name };
  }
  // A document that declares no parameter at all leaves them out; one that declares others has not got this one.
  if (parameters.length === 0) return SILENT;
  const named = byPlainName(
    parameters.map(({ name }) => name),
    like,
    fallback,
    what,
  );
  // The name of a header tells less than what is said of it.
  const told = parameters.filter(
    ({ description }) => description !== undefined && new RegExp(like.at(-1) ?? '', 'i').test(description),
  );
  return place === 'header' && 'missing' in named && told.length === 1 ? { found: told[0]?.name } : named;
}

/** By the names without their signs; what is found is the name as it is declared. */
function byPlainName(names: readonly string[], like: readonly string[], fallback: unknown, what: string): Discovered {
  const plain = byName(names.map(plainParameter), like, fallback, what);
  return 'found' in plain ? { found: names.find((name) => plainParameter(name) === plain.found) } : plain;
}

export function values(
  document: TenantDocument,
  declared: DeclaredOperation,
  { in: side, member: path, like = '' }: Rule<'values'>,
): Discovered {
  const schema = stepInto(document, rootOf(document, declared, side, path), path);
  const listed = meantValues(document.valuesOf(schema)).filter(
    (value) => value !== null && new RegExp(like, 'i').test(typeof value === 'string' ? value : ''),
  );
  return listed.length > 0 ? { found: listed } : SILENT;
}

export function choices(document: TenantDocument, declared: DeclaredOperation, fallback: unknown): Discovered {
  const members = document.propertiesOf(document.schemaOf(declared, 'request'));
  const usual = Object.entries(fallback as Readonly<Record<string, unknown>>);
  const listed = usual.flatMap(([name, pair]) => {
    const found = pairOf(document, members[name]);
    // A value that the document rules out would never be sent.
    const isPossible = found !== undefined || !(name in members) || mayHold(document, members[name], pair);
    return isPossible ? [[name, found ?? pair] as const] : [];
  });
  const isWhole = listed.every(([name, pair]) => pair !== (fallback as Readonly<Record<string, unknown>>)[name]);
  const values = Object.fromEntries(listed);
  return isWhole ? { found: values } : { adapted: values };
}

/** Whether a member may have each of these values, as far as types tell. */
function mayHold(document: TenantDocument, member: Schema | undefined, values: unknown): boolean {
  return (Array.isArray(values) ? values : []).every((value: unknown) => {
    if (!Array.isArray(value)) return mayBe(document, member, value === null ? 'null' : typeof value);
    return mayBe(document, member, 'array') && mayHold(document, document.elementsOf(member), value);
  });
}

/** Two values of a member that a document lists, or two lists where the member is a list of such values. */
function pairOf(document: TenantDocument, member: Schema | undefined): readonly unknown[] | undefined {
  const schema = document.schema(member);
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one) => document.schema(one));
  const listed = branches.find((one) => one.enum)?.enum ?? [];
  const values = meantValues(listed).filter((value) => value !== null);
  if (values.length >= 2) return values.slice(0, 2);
  const [first, second] = meantValues(document.schema(document.elementsOf(member)).enum ?? []);
  return first === undefined || second === undefined ? undefined : [[first], [first, second]];
}

export function example(document: TenantDocument, declared: DeclaredOperation): Discovered {
  const content = (document.follow(declared.operation.requestBody) as { content?: Record<string, object> } | undefined)
    ?.content;
  const media: { example?: unknown; examples?: Record<string, { value?: unknown }> } | undefined = Object.entries(
    content ?? {},
  ).find(([type]) => /json/i.test(type))?.[1];
  const schema = document.schemaOf(declared, 'request') as { example?: unknown; examples?: unknown[] } | undefined;
  const candidates = [
    media?.example,
    ...Object.values(media?.examples ?? {}).map((one) => one.value),
    schema?.example,
    schema?.examples?.[0],
  ];
  const found = candidates.find((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  return found === undefined ? SILENT : { found: plainRequest(found) };
}
