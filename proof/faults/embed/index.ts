import type { FaultTables } from '../../lib/fault.ts';
import { commentCreateFaults } from './comment-create.ts';
import { commentDeleteFaults } from './comment-delete.ts';
import { commentEditFaults } from './comment-edit.ts';
import { commentListFaults } from './comment-list.ts';
import { commentReopenFaults } from './comment-reopen.ts';
import { commentResolveFaults } from './comment-resolve.ts';
import { exchangeFaults } from './exchange.ts';
import { generateFaults } from './generate.ts';
import { mentionFaults } from './mention.ts';
import { perOperationFaults } from './per-operation.ts';
import { revokeFaults } from './revoke.ts';
import { tokenFaults } from './token.ts';

/** The faults of all requirements whose ids begin with `embed.`. */
export const embedFaults: FaultTables = {
  'proof/faults/embed/comment-create.ts': commentCreateFaults,
  'proof/faults/embed/comment-delete.ts': commentDeleteFaults,
  'proof/faults/embed/comment-edit.ts': commentEditFaults,
  'proof/faults/embed/comment-list.ts': commentListFaults,
  'proof/faults/embed/comment-reopen.ts': commentReopenFaults,
  'proof/faults/embed/comment-resolve.ts': commentResolveFaults,
  'proof/faults/embed/exchange.ts': exchangeFaults,
  'proof/faults/embed/generate.ts': generateFaults,
  'proof/faults/embed/mention.ts': mentionFaults,
  'proof/faults/embed/per-operation.ts': perOperationFaults,
  'proof/faults/embed/revoke.ts': revokeFaults,
  'proof/faults/embed/token.ts': tokenFaults,
};
