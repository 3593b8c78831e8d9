import {
  readTenantDocument,
  type DeclaredOperation,
  type TenantDocument,
} from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { granted, NOT_SERVED, type Answer } from '../http/answer.ts';
import type { Check } from './check.ts';
import { setupFailed } from '../failures/failure.ts';
import { untested } from '../failures/untested.ts';

/** Cached because most checks of one worker get the same text, and parsing takes longer than the request. */
let lastRead: { readonly text: string; readonly document: ReturnType<typeof readTenantDocument> } | undefined;

/** The tenant's own document, requested by this check. */
export async function documentOf(admin: Actor): Promise<TenantDocument> {
  return documentIn(await admin.raw('getSpec'));
}

/** The same for a check that can do without; undefined if the tenant serves no document. */
export async function documentIfServed(admin: Actor): Promise<TenantDocument | undefined> {
  const answer = await admin.raw('getSpec');
  return NOT_SERVED.includes(answer.status) ? undefined : documentIn(answer);
}

function documentIn(answer: Answer): TenantDocument {
  const { text } = granted(answer, 'the document of the tenant');
  if (lastRead?.text !== text) lastRead = { text, document: readTenantDocument(text) };
  const { document } = lastRead;
  if ('refused' in document) throw setupFailed(document.refused);
  return document;
}

/** An operation as the document declares it. Other requirements say which operations it has to declare. */
export function declaredIn(check: Check, document: TenantDocument, operation: AnyOperationId): DeclaredOperation {
  const route = check.tenant.wire.route(operation);
  const declared = route && document.find(route.method, route.path);
  return (
    declared ?? untested(`the tenant's document does not declare ${operation}, so what it says of it cannot be checked`)
  );
}

/** The schema that a document declares for the success of an operation. */
export function answerOf(check: Check, document: TenantDocument, operation: AnyOperationId): Schema {
  return check.tenant.wire.declaredAnswer(document, operation) ?? {};
}

const DEEPEST = 12;

/** The members that a schema declares at any depth, each with its schema. */
function declarationsWithin(
  document: TenantDocument,
  schema: Schema,
  around: readonly Schema[] = [],
): [name: string, schema: Schema][] {
  const node = document.schema(schema);
  // A schema that is within itself declares nothing new there.
  if (around.length > DEEPEST || around.includes(node)) return [];
  const own = Object.entries(document.propertiesOf(node));
  const parts = [
    node.items,
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...own.map(([, part]) => part),
  ];
  return [...own, ...parts.flatMap((part) => (part ? declarationsWithin(document, part, [...around, node]) : []))];
}

/** The members that a schema declares at any depth. */
export function membersWithin(document: TenantDocument, schema: Schema): Set<string> {
  return new Set(declarationsWithin(document, schema).map(([name]) => name));
}

/** Whether a schema declares a member, at any depth, and leaves open what is in it: any object. */
export function isLeftOpen(document: TenantDocument, schema: Schema, member: string): boolean {
  const declared = declarationsWithin(document, schema).filter(([name]) => name === member);
  return declared.length > 0 && declared.every(([, part]) => membersWithin(document, part).size === 0);
}
