import type { Lifecycle } from './lifecycle.ts';

const NO_TOKEN = { open: 'there is no token' } as const;
const NOT_AS_MEMBER = { refused: 403, row: 'embed.revokeEmbedSession.administrator-only' } as const;

type SessionState = 'unexchanged' | 'exchanged' | 'revoked' | 'revoked after its exchange' | 'unknown' | 'expired';

export const embedSession: Lifecycle<SessionState, 'exchange' | 'use its token' | 'revoke as a member' | 'revoke'> = {
  name: 'embed session',
  walkedBy: 'embed.revoke.token-refused',
  starts: ['unexchanged', 'unknown', 'expired'],
  cells: {
    unexchanged: {
      exchange: { to: 'exchanged', row: 'embed.exchange.fresh-session' },
      'use its token': NO_TOKEN,
      'revoke as a member': NOT_AS_MEMBER,
      revoke: { to: 'revoked', status: 204, row: 'embed.revoke.unexchanged' },
    },
    exchanged: {
      exchange: { open: 'whether a session can be exchanged twice' },
      'use its token': { to: 'exchanged', row: 'embed.exchange.token-accepted' },
      'revoke as a member': NOT_AS_MEMBER,
      revoke: { to: 'revoked after its exchange', status: 204, row: 'embed.revoke.exchanged' },
    },
    revoked: {
      exchange: { refused: '4xx', row: 'embed.exchange.revoked-refused' },
      'use its token': NO_TOKEN,
      'revoke as a member': NOT_AS_MEMBER,
      revoke: { to: 'revoked', status: 204, row: 'embed.revoke.already-revoked' },
    },
    'revoked after its exchange': {
      exchange: { refused: '4xx', row: 'embed.exchange.revoked-after-exchange-refused' },
      'use its token': { refused: 401, row: 'embed.revoke.token-refused' },
      'revoke as a member': NOT_AS_MEMBER,
      revoke: { to: 'revoked after its exchange', status: 204, row: 'embed.revoke.already-revoked' },
    },
    unknown: {
      exchange: { refused: '4xx', row: 'embed.exchange.unknown-refused' },
      'use its token': NO_TOKEN,
      'revoke as a member': NOT_AS_MEMBER,
      revoke: { to: 'unknown', status: 204, row: 'embed.revoke.unknown' },
    },
    expired: {
      exchange: { refused: '4xx', row: 'embed.exchange.expired-refused' },
      'use its token': NO_TOKEN,
      'revoke as a member': NOT_AS_MEMBER,
      revoke: { to: 'revoked', status: 204, row: 'embed.revoke.expired' },
    },
  },
};

const OF_A_DELETED_COMMENT = { open: 'actions on a deleted comment' } as const;

type CommentAction =
  | 'reply'
  | 'edit'
  | 'resolve'
  | 'resolve as another user'
  | 'open again'
  | 'open again as another user'
  | 'delete';

export const comment: Lifecycle<'open' | 'resolved' | 'deleted', CommentAction> = {
  name: 'comment thread',
  walkedBy: 'embed.comment-reopen.not-author',
  starts: ['open'],
  cells: {
    open: {
      reply: { to: 'open', row: 'embed.comment-create.reply' },
      edit: { to: 'open', row: 'embed.comment-edit.author' },
      resolve: { to: 'resolved', row: 'embed.comment-resolve.author' },
      'resolve as another user': { refused: '4xx', row: 'embed.comment-resolve.not-author' },
      'open again': { open: 'the response to reopening an open thread' },
      'open again as another user': { open: 'the response to reopening an open thread' },
      delete: { to: 'deleted', row: 'embed.comment-delete.author' },
    },
    resolved: {
      reply: { open: 'whether a resolved thread accepts replies' },
      edit: { open: 'whether a resolved thread can be edited' },
      resolve: { open: 'the response to resolving a resolved thread' },
      'resolve as another user': { open: 'the response to resolving a resolved thread' },
      'open again': { to: 'open', row: 'embed.comment-reopen.author' },
      'open again as another user': { refused: '4xx', row: 'embed.comment-reopen.not-author' },
      delete: { to: 'deleted', row: 'embed.comment-delete.author' },
    },
    deleted: {
      reply: OF_A_DELETED_COMMENT,
      edit: OF_A_DELETED_COMMENT,
      resolve: OF_A_DELETED_COMMENT,
      'resolve as another user': OF_A_DELETED_COMMENT,
      'open again': OF_A_DELETED_COMMENT,
      'open again as another user': OF_A_DELETED_COMMENT,
      delete: OF_A_DELETED_COMMENT,
    },
  },
};
