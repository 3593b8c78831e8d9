import { faults } from '../../lib/fault.ts';
import type { Change } from '../../lib/mistyped.ts';
import { without } from '../../lib/patches.ts';
import { joined, slip, unknownTo, within, withMember, type ReportChange } from '../../lib/report-members.ts';

function ofPivot(member: string, as: Change): ReportChange {
  return within('pivotItems', (pivot) => withMember(pivot, member, as));
}

const upper: Change = (value) => (typeof value === 'string' ? value.toUpperCase() : value);

/** Faults of the pivot items of a report. */
export const pivotFaults = faults({
  'reports.pivot.columns': slip('joined', 'The columns of pivot items are one text.', ofPivot('columns', joined)),
  'reports.pivot.filters': slip(
    'object',
    'The filters of pivot items are an object.',
    ofPivot('filters', (filters) => ({ ...(filters as object) })),
  ),
  'reports.pivot.measures': slip(
    'objects',
    'The measures of pivot items are objects with a member.',
    ofPivot('measures', (measures) => (measures as readonly unknown[]).map((member) => ({ member }))),
  ),
  'reports.pivot.rows': slip(
    'false-when-empty',
    'The rows of pivot items are false where there are none.',
    ofPivot('rows', (rows) => (rows as readonly unknown[]).length > 0 && rows),
  ),
  'reports.pivot.switches': {
    name: 'one-unknown',
    sentence: "Neither a report shows showAppliedFilters nor does the tenant's document declare it.",
    patch: unknownTo(
      'PivotItems',
      within('pivotItems', (pivot) => without('showAppliedFilters')(pivot)),
    ),
  },
  'reports.pivot.display-scale': slip(
    'capitals',
    'The displayScale of pivot items is written in capitals.',
    ofPivot('displayScale', upper),
  ),
  'reports.pivot.measures-axis': slip(
    'another',
    'The measuresAxis of pivot items is none where the measures are on the columns.',
    ofPivot('measuresAxis', (axis) => (axis === 'columns' ? 'none' : axis)),
  ),
  'reports.pivot.measures-position': slip(
    'another',
    'The measuresPosition of pivot items is last where it should be after.',
    ofPivot('measuresPosition', (position) => (position === 'after' ? 'last' : position)),
  ),
});
