import { numberOf } from '../../contracts/lossless-json.ts';
import { canonical } from '../../contracts/canonical.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal } from '../../harness/http/answer.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Prepared } from '../../harness/rules/refusals.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import type { Check } from '../../harness/test.ts';
import { reportIn } from './placements.ts';

export interface Update extends Prepared {
  readonly path: { readonly reportId: string };
  readonly look: () => Promise<{ readonly name: unknown; readonly title: unknown; readonly folderId: unknown }>;
  readonly version: number;
}

/** An update of the provided report, with a look at the members that an update may change. */
export async function update(check: Check, admin: Actor): Promise<Update> {
  const reportId = check.provided('REPORT_ID');
  const look = async () => {
    const { name, title, description, folderId } = await reportIn(admin, reportId);
    return { name, title, description, folderId };
  };
  return { path: { reportId }, valid: {}, look, version: await versionOf(admin, reportId) };
}

export async function versionOf(admin: Actor, reportId: string): Promise<number> {
  const { version } = await reportIn(admin, reportId);
  return typeof version === 'number' ? version : hasNoVersion();
}

/**
 * The version of a report once the list shows a new update of it: one that shows an update late shows the version late as well, and
 * an earlier check may have updated the report just now.
 */
export async function settledVersion(check: Check, admin: Actor, reportId: string): Promise<number> {
  const name = fresh('settled');
  granted(await admin.raw('updateReport', { path: { reportId }, body: { name } }), 'an update that expects no version');
  return versionOnce(check, admin, reportId, name);
}

/** The same once the list shows the name of an update. */
export async function versionOnce(check: Check, admin: Actor, reportId: string, name: string): Promise<number> {
  const look = () => reportIn(admin, reportId);
  const { version } = await readUntil(check, look, (shown) => shown.name === name);
  return typeof version === 'number' ? version : hasNoVersion();
}

function hasNoVersion(): never {
  throw setupFailed('the list does not show the version of a report');
}

/** How far ahead of the version that the list shows no other is: it may show it late, or a refresh count it up meanwhile. */
export const FAR_AHEAD = 1_000;

/** Requires that the tenant refuses an update with another expectedVersion, which is a requirement of its own. */
export async function requireVersionCheck<Ready extends Update>(
  check: Check,
  admin: Actor,
  ready: Ready,
): Promise<Ready> {
  const { path, look } = ready;
  const version = await settledVersion(check, admin, path.reportId);
  const before = canonical(await look());
  const body = { name: fresh('late'), expectedVersion: version + FAR_AHEAD };
  const isRefused = isRefusal(await admin.raw('updateReport', { path, body }));
  if (isRefused && canonical(await look()) === before) return { ...ready, version };
  throw setupFailed('an update with another expectedVersion is not refused');
}

/** The same of a move to another folder. */
export async function move(
  check: Check,
  admin: Actor,
): Promise<Update & { readonly valid: { readonly folderId: number } }> {
  const folderId = numberOf(check.provided('EDITABLE_FOLDER_ID'));
  const ready = await update(check, admin);
  const { folderId: now } = await readUntil(check, ready.look, (shown) => shown.folderId !== folderId);
  if (now !== folderId) return { ...ready, valid: { folderId } };
  const { reportId } = ready.path;
  if (!(await isMovedOut(check, admin, reportId, folderId)))
    throw setupFailed('the report is already in EDITABLE_FOLDER_ID');
  return { ...ready, version: await versionOf(admin, reportId), valid: { folderId } };
}

/**
 * Moves a report out of a folder to another one, where there is one. An earlier check may have left it there: whether an update
 * puts a report outside of all folders is open, and a tenant may take null for a member that is left out.
 */
export async function isMovedOut(check: Check, admin: Actor, reportId: string, from: unknown): Promise<boolean> {
  const folders = [check.optional('FOLDER_ID'), check.optional('READ_ONLY_FOLDER_ID')];
  const other = folders.map((id) => (id === undefined ? undefined : numberOf(id))).find((id) => id && id !== from);
  if (other === undefined) return false;
  await admin.preparing.raw('updateReport', { path: { reportId }, body: { folderId: other } });
  const look = () => reportIn(admin, reportId);
  return (await readUntil(check, look, ({ folderId }) => folderId === other)).folderId === other;
}
