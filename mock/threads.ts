import type { ContractDocument, Operation, Schema } from '../contracts/document.ts';
import type { Dialect } from './dialects/dialect.ts';
import { schemaOf } from './wire-marks.ts';

type Thing = Readonly<Record<string, unknown>>;

const LIST = 'listDashboardComments';
const PAGE_PARAMETERS = ['first', 'after'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
/** So few that what a check writes stands on more than one. */
export const THREADS_ON_A_PAGE = 3;

/** A list that is its own answer has no place for a cursor. */
function hasPages({ outcomes, unpaged }: Dialect): boolean {
  return outcomes.threadPages === 'several' && !unpaged.has(LIST);
}

/** The list of threads with what a dialect takes to ask for its pages. */
export function withThreadPages(operation: Operation, dialect: Dialect): Operation {
  return operation.operationId === LIST && hasPages(dialect)
    ? { ...operation, parameters: PAGE_PARAMETERS }
    : operation;
}

/** The schemas of the list of threads as a dialect has them. */
export function threadSchemas(
  { DashboardCommentList: list, DashboardCommentThread: thread }: ContractDocument['components']['schemas'],
  dialect: Dialect,
): Readonly<Record<string, Schema>> {
  const { replyMember } = dialect;
  const { replies: _, ...own } = thread?.properties ?? {};
  const shown = schemaOf(dialect, 'comment');
  const id: Schema = shown ? { ...shown, 'x-wire': 'comment' } : { type: ['string', 'integer'] };
  const info = { $ref: '#/components/schemas/PageInfo' };
  return {
    ...(replyMember !== undefined && {
      DashboardCommentThread: { ...thread, properties: { ...own, [replyMember]: id } },
    }),
    ...(hasPages(dialect) && {
      DashboardCommentList: { ...list, properties: { ...list?.properties, pageInfo: info } },
    }),
  };
}

/** The list of threads with the replies behind the thread that they name, in a dialect that shows them there. */
export function withReplies({ replyMember }: Dialect, operationId: string, body: unknown): unknown {
  if (operationId !== LIST || replyMember === undefined) return body;
  const list = body as { readonly items?: unknown };
  if (!Array.isArray(list.items)) return body;
  const items = (list.items as readonly Thing[]).flatMap(({ replies, ...thread }) => [
    thread,
    ...((replies ?? []) as readonly Thing[]).map((reply) => ({ ...reply, [replyMember]: thread['id'] })),
  ]);
  return { ...list, items };
}
