import { faults } from '../../lib/fault.ts';
import { asList, type Change } from '../../lib/mistyped.ts';
import { orElse, slip, within, withMember, type ReportChange } from '../../lib/report-members.ts';

function ofUser(member: string, as: Change): ReportChange {
  const [user, refresher] = ['user', 'refreshedByUser'].map((name) =>
    within(name, (person) => withMember(person, member, as)),
  ) as [ReportChange, ReportChange];
  return (report, isLegacy) => refresher(user(report, isLegacy), isLegacy);
}

/** Faults of the users that a report shows. */
export const userFaults = faults({
  'reports.user.id': slip('text', 'The user of a report has an id that is text.', ofUser('id', String)),
  'reports.user.email': slip('array', 'The user of a report has an array of emails.', ofUser('email', asList)),
  'reports.user.first-name': slip(
    'object',
    'The user of a report has an object as firstName.',
    ofUser('firstName', (given) => ({ given })),
  ),
  'reports.user.picture': slip(
    'false',
    'The picture of a user who has none is false.',
    ofUser('picture', orElse(false)),
  ),
});
