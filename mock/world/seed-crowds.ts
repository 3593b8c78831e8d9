import { LIMITS } from '../../contracts/limits.ts';
import { slice, type TenantState, type ProvidedSettings } from '../state.ts';
import type { Placement } from './content.ts';
import { placed } from './seed-content.ts';

interface Crowd {
  readonly setting: keyof ProvidedSettings;
  readonly externalWorkbookId: string;
  readonly explorations: number;
  readonly placements: number;
}

const { max: explorations } = LIMITS.placedExplorations;
const { max: placements } = LIMITS.placements;

/** External spreadsheets that stand at a limit or one past it, each at one limit alone. */
const CROWDS: readonly Crowd[] = [
  { setting: 'FULL_WORKBOOK_ID', externalWorkbookId: 'spreadsheet-full', explorations, placements: explorations },
  {
    setting: 'CROWDED_WORKBOOK_ID',
    externalWorkbookId: 'spreadsheet-crowded',
    explorations: explorations + 1,
    placements: explorations + 1,
  },
  { setting: 'PACKED_WORKBOOK_ID', externalWorkbookId: 'spreadsheet-packed', explorations: 100, placements },
  {
    setting: 'OVERFULL_WORKBOOK_ID',
    externalWorkbookId: 'spreadsheet-overfull',
    explorations: 100,
    placements: placements + 1,
  },
];

const seeded = slice('crowds', () => ({ isDone: false }));

/**
 * Reports by the hundred, in a deployment where they weigh down no other list. They are made for whoever looks at one of
 * their spreadsheets or at that deployment: a tenant that nobody asks for them starts without.
 */
export function seedCrowds(tenant: TenantState): void {
  const state = seeded(tenant);
  if (state.isDone) return;
  state.isDone = true;
  const { reports } = tenant.content;
  const pattern = reports.find(() => true);
  if (!pattern) return;
  const most = Math.max(...CROWDS.map((crowd) => crowd.explorations));
  for (let index = 0; index < most; index += 1) {
    const name = `Support case ${index + 1}`;
    const id = reports.nextId();
    reports.add({
      ...pattern,
      id,
      publicId: `support-${id}`,
      deploymentId: tenant.deployments.archive,
      name,
      title: `${name} by month`,
      description: `How ${name.toLowerCase()} went`,
      folderId: null,
      workbookId: null,
      version: 1,
      refreshedBy: null,
      placements: CROWDS.flatMap((crowd) => placementsOf(tenant, crowd, index)),
    });
  }
}

/** The placements of a spreadsheet go round its reports, one after the other. */
function placementsOf(tenant: TenantState, crowd: Crowd, index: number): Placement[] {
  if (index >= crowd.explorations) return [];
  const found: Placement[] = [];
  for (let number = index; number < crowd.placements; number += crowd.explorations) {
    found.push(placed(crowd.externalWorkbookId, number, tenant.account.cast.admin, tenant.clock.now()));
  }
  return found;
}

export function isCrowded(externalWorkbookId: string): boolean {
  return CROWDS.some((crowd) => crowd.externalWorkbookId === externalWorkbookId);
}

export function crowdSettings(): ProvidedSettings {
  return Object.fromEntries(CROWDS.map(({ setting, externalWorkbookId }) => [setting, externalWorkbookId]));
}
