import { canonical } from '../../contracts/canonical.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, NOT_SERVED, type Answer } from '../../harness/http/answer.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unset, unstated, untested } from '../../harness/failures/untested.ts';
import { previewBody } from './previews.ts';

export type Version = string | number;

const CHANGED = 'lakehouse.integration-changed';

export function readIntegration(actor: Actor, dataSourceName: string): Promise<Answer> {
  return actor.raw('getMetricViewIntegration', { path: { dataSourceName } });
}

/** The integration that the binding states: the usual one or the changed one. */
export function statedIntegration(
  check: Check,
  which: 'lakehouse.integration' | 'lakehouse.integration-changed',
): object {
  return { ...(check.tenant.wire.value(which) as object | undefined) };
}

export function putIntegration(
  actor: Actor,
  dataSourceName: string,
  integration: object,
  expectedConfigurationVersion: Version,
): Promise<Answer> {
  const body = { ...integration, expectedConfigurationVersion };
  return actor.raw('putMetricViewIntegration', { path: { dataSourceName }, body });
}

type Members = Readonly<Record<string, unknown>>;

/** An integration as the tenant shows it: its version and its other members. */
export interface Integration {
  readonly version: Version;
  readonly others: Members;
}

/** Statuses with which a tenant may answer while its preview feature is closed: none is printed. */
const CLOSED = [403, ...NOT_SERVED];

/** Ends the check as untested where the preview feature seems to be closed: neither an integration nor a preview is there. */
export async function requireOpenFeature(check: Check, actor: Actor, read: Answer): Promise<void> {
  if (!CLOSED.includes(read.status)) return;
  const preview = await actor.raw('startMetricViewPreview', { body: await previewBody(check, actor) });
  if (CLOSED.includes(preview.status)) untested('the preview feature of metric views seems to be closed: switch it on');
}

/** Most checks of the other deployment need a data source alone: those that need its integration are untested without one. */
export function requireIntegration({ status }: Answer): void {
  if (status === 404) untested(unset('OTHER_DATA_SOURCE_NAME', 'the data source that was found has no integration'));
}

/** Reads the integration of a data source as a setup step. */
export async function integrationOf(
  check: Check,
  actor: Actor,
  dataSourceName: string,
  where: Where = 'home',
): Promise<Integration> {
  const answer = await readIntegration(actor, dataSourceName);
  if (where === 'elsewhere') requireIntegration(answer);
  await requireOpenFeature(check, actor, answer);
  const { body } = granted(answer, 'a read of the integration');
  const { configurationVersion, ...others } = (body ?? {}) as Members & { readonly configurationVersion?: unknown };
  const version = found(check, 'lakehouse.configuration-version', configurationVersion);
  if (typeof version !== 'string' && typeof version !== 'number') {
    throw setupFailed('the response to a read of the integration has no version');
  }
  return { version, others: Object.fromEntries(Object.entries(others).filter(([name]) => !OF_STATE.test(name))) };
}

/** Members that tell how far the tenant has come with an integration, which change by themselves. */
const OF_STATE = /^(last|latest)|stat(e|us)|synced|applied|checked|health|updated_?at/i;

/** Stores an integration with the current version, and returns what stood there before the change. */
export async function changeIntegration(
  check: Check,
  actor: Actor,
  dataSourceName: string,
  which: Parameters<typeof statedIntegration>[1],
): Promise<Integration> {
  const before = await integrationOf(check, actor, dataSourceName);
  granted(
    await putIntegration(actor, dataSourceName, statedIntegration(check, which), before.version),
    'a change of the integration',
  );
  return before;
}

/** Changes an integration several times, and returns the versions that were replaced, with what stands there now. */
export async function replacedVersions(check: Check, actor: Actor, dataSourceName: string) {
  const old: Version[] = [];
  for (const which of ['lakehouse.integration', 'lakehouse.integration-changed', 'lakehouse.integration'] as const) {
    old.push((await changeIntegration(check, actor, dataSourceName, which)).version);
  }
  const before = await integrationOf(check, actor, dataSourceName);
  const replaced = old.filter((version) => version !== before.version);
  if (replaced.length === 0) throw setupFailed('the version stays the same when the integration changes');
  return { replaced, before };
}

/** Expects what an integration shows to have changed, from the usual one to the changed one or back. */
export function expectDifferent(check: Check, before: Members, after: Members): void {
  const [first, second] = (['lakehouse.integration', CHANGED] as const).map(
    (which) => statedIntegration(check, which) as Members,
  );
  const names = [...new Set([...Object.keys(first ?? {}), ...Object.keys(second ?? {})])];
  const different = names.filter((name) => canonical(first?.[name]) !== canonical(second?.[name]));
  if (different.length === 0) throw setupFailed('the two stated integrations are the same');
  const shown = different.filter((name) => name in before && name in after);
  // The names of the shown members are open. If none of them is a sent name, the integration as a whole must differ.
  if (shown.length === 0) {
    // A tenant that takes neither of the members that differ was sent the same twice.
    if (isGuess(check, CHANGED) && canonical(after) === canonical(before))
      untested(unstated(CHANGED, 'the guessed change is not shown'));
    expect(after, 'the integration after the change').not.toEqual(before);
  }
  // A member that only one of the two names may be kept by the other, and may have had the named value before by default.
  const stands = (name: string) =>
    [first, second].some((one) => one?.[name] === undefined) &&
    canonical(before[name]) === canonical(first?.[name] ?? second?.[name]);
  const judged = shown.filter((name) => !stands(name));
  if (shown.length > 0 && judged.length === 0) untested(unstated(CHANGED, 'the change is what stood there before'));
  for (const name of judged) expect(after[name], `${name} after the change`).not.toEqual(before[name]);
}
