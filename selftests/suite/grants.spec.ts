import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { Secret, Secrets } from '../../harness/http/secrets.ts';
import { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import { withoutDelays } from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

inFoldersOfTheirOwn('grants');

const ROLE = 107;
const USER = 13;

/** How one user holds one role, as an administrator reads and changes it. */
class Holding {
  isDirect: boolean;
  readonly #isThroughGroup: boolean;
  revoked = 0;
  isPage = false;
  /** Whether the role is listed once or once per way in which it is held, and in which order. */
  order: 'one' | 'direct first' | 'group first' = 'one';

  constructor({ isDirect = false, isThroughGroup = false }) {
    this.isDirect = isDirect;
    this.#isThroughGroup = isThroughGroup;
  }

  get admin(): Actor {
    return { ask: (operation: AnyOperationId) => Promise.resolve(this.#answer(operation)) } as unknown as Actor;
  }

  #answer(operation: AnyOperationId): Answer {
    const respond = (status: number, body?: unknown): Answer => {
      const text = this.isPage ? '<!doctype html>' : JSON.stringify(body ?? '');
      const original = new Secret(text, 0);
      return { operation, status, headers: {}, text, bytes: Buffer.from(text), body, wire: body, original };
    };
    if (operation === 'revokeRole') {
      this.revoked += 1;
      this.isDirect = false;
      return respond(204);
    }
    const ways = [...(this.isDirect ? [true] : []), ...(this.#isThroughGroup ? [false] : [])];
    if (this.order === 'group first') ways.reverse();
    const shown = this.order === 'one' ? ways.slice(0, 1) : ways;
    return respond(200, { roles: shown.map((direct) => ({ id: ROLE, direct, groupIds: [] })) });
  }
}

/** Grants the role as the client does, without a response, and ends the check. */
async function granted(hold: Holding, meanwhile = () => {}): Promise<Holding> {
  const files = new LedgerFiles('https://acme.example.com', 'token-of-an-administrator', new Secrets());
  const ledger = new Ledger(files, () => hold.admin, withoutDelays());
  await ledger.before('grantRole', { path: { roleId: ROLE, userId: USER } }, { name: 'admin' });
  hold.isDirect = true;
  meanwhile();
  await ledger.settle();
  return hold;
}

test('a role that a user did not hold is revoked again', async () => {
  expect(await granted(new Holding({}))).toMatchObject({ isDirect: false, revoked: 1 });
});

test('a role that a user held only through a group is revoked again', async () => {
  expect(await granted(new Holding({ isThroughGroup: true }))).toMatchObject({ isDirect: false, revoked: 1 });
});

test('a role that a user held before is not revoked', async () => {
  expect(await granted(new Holding({ isDirect: true }))).toMatchObject({ isDirect: true, revoked: 0 });
  expect(await granted(new Holding({ isDirect: true, isThroughGroup: true }))).toMatchObject({ isDirect: true });
});

test('the order in which the ways of holding a role are listed does not matter', async () => {
  const hold = new Holding({ isDirect: true, isThroughGroup: true });
  hold.order = 'direct first';
  const ended = granted(hold, () => {
    hold.order = 'group first';
  });
  expect(await ended).toMatchObject({ isDirect: true, revoked: 0 });
});

test('a role is not granted if it cannot be read who held it before', async () => {
  const hold = new Holding({ isDirect: true });
  hold.isPage = true;
  await expect(granted(hold)).rejects.toThrow('cannot be read');
  expect(hold.revoked).toBe(0);
});
