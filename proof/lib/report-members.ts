import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Deviation } from './fault.ts';
import type { Change } from './mistyped.ts';
import { all, changeBodySync } from './patches.ts';
import { changeReportList, itemsOf } from './reports.ts';

/** How faults of the members that a report shows are written. */

/** A report as an answer shows it, changed. `isLegacy` where it stands in the deprecated member of a list. */
export type ReportChange = (report: Body, isLegacy: boolean) => Body;

/** Reports changed in every answer of which the contract prints that it shows reports. */
export function showingReports(change: ReportChange): Patch {
  return all(
    changeReportList((list) => ({
      ...list,
      items: itemsOf(list).map((report) => change(report, false)),
      data: itemsOf(list).map((report) => change(report, true)),
    })),
    changeBodySync('connectReportToWorkbook', (report) => change(report, false)),
  );
}

export const NOT_AS_DECLARED = [
  {
    id: 'openapi-spec.serving.body-declared',
    because: "the tenant's own document declares what is printed, and the answer departs from that as well",
  },
] as const;

/** A report whose shape is wrong in one place. */
export function slip(name: string, sentence: string, change: ReportChange): Deviation {
  return { name, sentence, patch: showingReports(change), also: NOT_AS_DECLARED };
}

export function withMember(of: Body, member: string, as: Change): Body {
  return member in of ? { ...of, [member]: as(of[member]) } : of;
}

export function everywhere(member: string, as: Change): ReportChange {
  return (report) => withMember(report, member, as);
}

export const orElse =
  (instead: unknown): Change =>
  (value) =>
    value ?? instead;

/** In an object that a report shows, where it shows one. */
export function within(member: string, change: (of: Body) => Body): ReportChange {
  return everywhere(member, (value) => (typeof value === 'object' && value !== null ? change(value as Body) : value));
}

export const joined: Change = (value) => (Array.isArray(value) ? value.join(',') : value);

/** Members that neither an answer shows nor the tenant's document declares, which then lists none of that schema. */
export function unknownTo(schema: string, change: ReportChange): Patch {
  return all(
    showingReports(change),
    ...['updateReport', 'refreshReport'].map((operation) =>
      changeBodySync(operation, (report) => change(report, false)),
    ),
    ({ openapiSpec }) => {
      const own = openapiSpec.document;
      openapiSpec.document = (document, dialect) => {
        const shown = own(document, dialect);
        const components = shown['components'] as Body;
        const schemas = components['schemas'] as Body;
        return {
          ...shown,
          components: { ...components, schemas: { ...schemas, [schema]: { type: ['object', 'null'] } } },
        };
      };
    },
  );
}

/** In each of the objects that a report shows. */
export function withinEach(member: string, change: (of: Body) => Body): ReportChange {
  return everywhere(member, (value) => (Array.isArray(value) ? (value as readonly Body[]).map(change) : value));
}
