import { EVERY_CALL } from '../calls.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { DeclaredAnswers } from '../../harness/tenant/declared-answers.ts';
import { documentOf } from '../../harness/check/document.ts';
import { bare, read, type Read } from '../../harness/rules/declared-reads.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { NAMED } from '../named/named.ts';

/** The share of the read operations that must be callable before the check gives a verdict on all of them. */
const MIN_SHARE = 0.9;
const AT_ONCE = 8;

/** Calls every read operation once, except those of named families, which have requirements of their own. */
async function readAll(check: Check, admin: Actor) {
  const document = await documentOf(admin);
  const excluded = new Set(
    NAMED.map(({ binding }) => bare((check.tenant.wire.value(binding) as { path?: string }).path ?? '')),
  );
  const all = document.operations.filter(({ method, path }) => method === 'get' && !excluded.has(bare(path)));
  const reads: Read[] = [];
  // Some reads wait for a job of theirs to end.
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    reads.push(...(await Promise.all(some.map((declared) => read(check, admin, document, declared, EVERY_CALL)))));
  }
  const uncalled = reads.filter(({ answer }) => answer === undefined);
  const offered = uncalled.filter(({ isGated }) => isGated !== true);
  const called = reads.length - uncalled.length;
  if (called < MIN_SHARE * (called + offered.length)) {
    const reasons = offered.map(({ declared, why }) => `${declared.path} ${why ?? ''}`);
    untested(`only ${called} of ${called + offered.length} reads could be called: ${reasons.join('; ')}`);
  }
  return { reads, answers: new DeclaredAnswers(document) };
}

const PARTS = {
  'openapi-spec.serving.status-declared': 'status',
  'openapi-spec.serving.media-type-declared': 'media type',
  'openapi-spec.serving.body-declared': 'body',
} as const;

// In one process, so that they can judge the same answers.
test.describe(() => {
  test.describe.configure({ mode: 'default' });
  for (const [id, part] of Object.entries(PARTS)) {
    test(...verifies(id as keyof typeof PARTS), async ({ check, admin }) => {
      const { reads, answers } = await check.shared(PARTS, () => readAll(check, admin), { isSelfContained: true });
      const departures = reads.flatMap(({ declared, answer }) => {
        const departure = answer && answers.departure(declared, answer, part);
        return departure === undefined ? [] : [`GET ${declared.path}: ${departure}`];
      });
      expect(departures, "departures from the tenant's own document").toEqual([]);
    });
  }
});
