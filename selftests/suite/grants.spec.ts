import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { Secret, Secrets } from '../../harness/http/secrets.ts';
import { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Cleanup, Ledger } from '../../harness/undo/ledger.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

inFoldersOfTheirOwn('grants');

const ROLE = 107;
const USER = 13;

/** A user's hold on one role, as an administrator who tidies up sees and changes it. */
class Hold {
  isDirect: boolean;
  readonly #isThroughGroup: boolean;
  revoked = 0;
  isPage = false;
  /** Whether the role stands there once for each way in which it is held, and which way first. */
  order: 'one' | 'direct first' | 'group first' = 'one';

  constructor({ isDirect = false, isThroughGroup = false }) {
    this.isDirect = isDirect;
    this.#isThroughGroup = isThroughGroup;
  }

  get admin(): Actor {
    return { ask: (operation: AnyOperationId) => Promise.resolve(this.#answer(operation)) } as unknown as Actor;
  }

  #answer(operation: AnyOperationId): Answer {
    const say = (status: number, body?: unknown): Answer => {
      const text = this.isPage ? '<!doctype html>' : JSON.stringify(body ?? '');
      const original = new Secret(text, 0);
      return { operation, status, headers: {}, text, bytes: Buffer.from(text), body, wire: body, original };
    };
    if (operation === 'revokeRole') {
      this.revoked += 1;
      this.isDirect = false;
      return say(204);
    }
    const ways = [...(this.isDirect ? [true] : []), ...(this.#isThroughGroup ? [false] : [])];
    if (this.order === 'group first') ways.reverse();
    const shown = this.order === 'one' ? ways.slice(0, 1) : ways;
    return say(200, { roles: shown.map((direct) => ({ id: ROLE, direct, groupIds: [] })) });
  }
}

/** Grants the role as the client does, and ends the check; the tenant may have done it although no answer came. */
async function granted(hold: Hold, meanwhile = () => {}): Promise<Hold> {
  const files = new LedgerFiles('https://acme.example.com', 'token-of-an-administrator', new Secrets());
  const ledger = new Ledger(files, () => hold.admin, new Cleanup());
  await ledger.before('grantRole', { path: { roleId: ROLE, userId: USER } }, { name: 'admin' });
  hold.isDirect = true;
  meanwhile();
  await ledger.settle();
  return hold;
}

test('a role that a user did not hold is revoked again', async () => {
  expect(await granted(new Hold({}))).toMatchObject({ isDirect: false, revoked: 1 });
});

test('a role that a user held through a group alone is so held again', async () => {
  expect(await granted(new Hold({ isThroughGroup: true }))).toMatchObject({ isDirect: false, revoked: 1 });
});

test('a role that a user held before is not taken away', async () => {
  expect(await granted(new Hold({ isDirect: true }))).toMatchObject({ isDirect: true, revoked: 0 });
  expect(await granted(new Hold({ isDirect: true, isThroughGroup: true }))).toMatchObject({ isDirect: true });
});

test('in which order the ways are shown in which a role is held says nothing', async () => {
  const hold = new Hold({ isDirect: true, isThroughGroup: true });
  hold.order = 'direct first';
  const ended = granted(hold, () => {
    hold.order = 'group first';
  });
  expect(await ended).toMatchObject({ isDirect: true, revoked: 0 });
});

test('where it cannot be told who held a role before, it is not granted', async () => {
  const hold = new Hold({ isDirect: true });
  hold.isPage = true;
  await expect(granted(hold)).rejects.toThrow('cannot be read');
  expect(hold.revoked).toBe(0);
});
