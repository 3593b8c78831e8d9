import { faults } from '../../lib/fault.ts';
import type { Change } from '../../lib/mistyped.ts';
import { joined, slip, withinEach, withMember, type ReportChange } from '../../lib/report-members.ts';

function ofRole(member: string, as: Change): ReportChange {
  return withinEach('rolesWithAccess', (role) => withMember(role, member, as));
}

/** Faults of the roles with access to a report. */
export const roleWithAccessFaults = faults({
  'reports.role-with-access.id': slip('text', 'A role with access has an id that is text.', ofRole('id', String)),
  'reports.role-with-access.name': slip(
    'object',
    'A role with access has an object as its name.',
    ofRole('name', (label) => ({ label })),
  ),
  'reports.role-with-access.actions': [
    slip('joined', 'The actions of a role with access are one text.', ofRole('actions', joined)),
    slip(
      'objects',
      'The actions of a role with access are objects with a name.',
      ofRole('actions', (actions) => (actions as readonly unknown[]).map((name) => ({ name }))),
    ),
  ],
});
