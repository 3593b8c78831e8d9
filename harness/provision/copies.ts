import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { OWN_RUN, stampOf } from '../client/unique.ts';
import { removeNamed, workbooksNamedBy, type NamedThing } from './named-things.ts';
import type { Sourcing } from './source.ts';

/** What a copy counts as in the ledger of a run. */
export const COPY = 'duplicateWorkbook';

/** The workbooks of a deployment that show a name of this run. */
export async function namedWorkbooks(
  { admin, document }: Sourcing,
  deploymentId: string | undefined,
): Promise<readonly NamedThing[]> {
  if (deploymentId === undefined) return [];
  return workbooksNamedBy(admin, document, deploymentId, stampOf(OWN_RUN)?.process ?? '');
}

/** Removes what the tenant copied of the workbooks of this run, in one deployment. */
export async function removeCopies(sourcing: Sourcing, deploymentId: string | undefined): Promise<LedgerEntry[]> {
  const copies = await namedWorkbooks(sourcing, deploymentId);
  const left = new Map(await removeNamed(copies.filter(({ remove }) => remove)));
  return copies.map((copy) => {
    const why = copy.remove ? left.get(copy) : 'no operation removes it';
    const what = `${copy.kind} ${copy.name}`;
    return why === undefined
      ? { operation: COPY, what, became: 'undone' }
      : { operation: COPY, what, became: 'left', why };
  });
}
