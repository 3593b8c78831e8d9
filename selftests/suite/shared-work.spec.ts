import { expect, test } from '../test.ts';
import { SharedWork } from '../../harness/check/shared-work.ts';
import { Recorder } from '../../harness/http/recorder.ts';
import { Secrets } from '../../harness/http/secrets.ts';
import { isOwn, type Exchange } from '../../evidence/evidence.ts';

const FINDING = { requirement: 'roles.role.id', at: '/id', message: 'must be integer', kind: 'schema' } as const;
const EXCHANGE: Exchange = {
  actor: 'admin',
  operation: 'getRole',
  method: 'GET',
  url: 'https://localhost/api/v1/roles/7',
  requestHeaders: {},
  status: 200,
  responseBody: '{"id":"7"}',
  startedAt: 0,
  milliseconds: 1,
  findings: [FINDING],
};

const LIVE = { isLive: true, areAlike: true };
const asking = (id: string, tenant = LIVE) => ({ requirement: { id }, recorder: new Recorder(new Secrets()), tenant });

/** Requests the same from two checks, and says how often it was sent. */
async function askTwice(isKept?: (result: number) => boolean) {
  const work = new SharedWork();
  const [first, second] = [asking('roles.role.id'), asking('roles.role.name')];
  let sent = 0;
  const key = {};
  const results = [];
  for (const one of [first, second]) {
    const send = () => {
      one.recorder.add(EXCHANGE);
      return Promise.resolve(++sent);
    };
    results.push(await work.resultOf(key, one, send, isKept && { isKept }));
  }
  return { sent, results, first: first.recorder, second: second.recorder };
}

test('what one check has requested is judged by the next, with its exchanges and findings', async () => {
  const { sent, results, first, second } = await askTwice();
  expect(sent).toBe(1);
  expect(results).toEqual([1, 1]);
  expect(second.findings).toEqual([FINDING]);
  const { exchanges, met } = second.evidence('roles.role.name');
  expect(met).toEqual({ getRole: [200] });
  expect(exchanges).toEqual([{ ...EXCHANGE, sentFor: 'roles.role.id' }]);
  expect([first, second].map((recorder) => recorder.evidence('').exchanges.filter(isOwn).length)).toEqual([1, 0]);
});

test('an exchange that is asked for twice is evidence once', async () => {
  const [work, inner, outer] = [new SharedWork(), {}, {}];
  const counts: number[] = [];
  for (const id of ['roles.role.id', 'roles.role.name']) {
    const one = asking(id);
    const send = () => Promise.resolve(one.recorder.add(EXCHANGE));
    await work.resultOf(inner, one, send);
    await work.resultOf(outer, one, () => work.resultOf(inner, one, send));
    counts.push(one.recorder.evidence(id).exchanges.length);
  }
  expect(counts).toEqual([1, 1]);
});

test('what does not show what it should is requested again', async () => {
  const { sent, results, second } = await askTwice(() => false);
  expect(sent).toBe(2);
  expect(results).toEqual([1, 2]);
  expect(second.evidence('').exchanges).toEqual([EXCHANGE]);
});

test('another call is another request', async () => {
  const work = new SharedWork();
  const send = (value: string) => () => Promise.resolve(value);
  expect(await work.resultOf({}, asking('roles.role.id'), send('one'))).toBe('one');
  expect(await work.resultOf({}, asking('roles.role.id'), send('other'))).toBe('other');
});

test('where each check has a tenant of its own, only what asks no more of that is requested once, if all are alike', async () => {
  const sentWith = async (areAlike: boolean, isSelfContained?: boolean) => {
    const [work, key] = [new SharedWork(), {}];
    let sent = 0;
    for (const id of ['roles.role.id', 'roles.role.name']) {
      const own = asking(id, { isLive: false, areAlike });
      await work.resultOf(
        key,
        own,
        () => Promise.resolve((sent += 1)),
        isSelfContained === true ? { isSelfContained } : {},
      );
    }
    return sent;
  };
  expect([await sentWith(true), await sentWith(true, true), await sentWith(false, true)]).toEqual([2, 1, 2]);
});
