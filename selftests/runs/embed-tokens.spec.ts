import type { Patch } from '../../mock/index.ts';
import { expect, test } from '../test.ts';
import { bare, startLive } from './live.ts';
import { idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 200_000 });

const REQUIREMENT = 'auth.administrator.embed-token';
const SELECTION = [String.raw`--grep=auth\.administrator\.embed-token`, '--seed=5'];

/** Tokens end, and nothing says when. */
const shortLived: Patch = ({ embed }) => {
  embed.tokenLifetime = 500;
  embed.tokenShown = (token) => ({ token });
};

test('an embed token that ends before the run does leaves its requirements untested', FULL, async () => {
  const live = await startLive({ patches: [shortLived] });
  const { results, output } = await run('conformance', SELECTION, bare(live));
  expect(idsWith(results, 'untested'), output).toEqual([REQUIREMENT]);
  expect(results?.requirements.find(({ id }) => id === REQUIREMENT)?.reason).toContain('ended before the run');
  await live.close();
});
