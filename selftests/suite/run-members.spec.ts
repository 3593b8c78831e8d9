import { apartFromRuns } from '../../harness/things/run-members.ts';
import { expect, test } from '../test.ts';

test('what a thing shows of others is compared by their ids alone, and its own members whole', () => {
  const delivery = (report: string) => ({
    id: 'd-1',
    report: { id: 17, name: report },
    owner: { id: 4, full_name: 'A B' },
    schedule: { cron: '5 6 * * *' },
    recipients: [{ id: 1, email: 'a@example.com' }],
    last_run: { id: 9 },
  });
  expect(apartFromRuns(delivery('before'))).toEqual(apartFromRuns(delivery('after')));
  expect(apartFromRuns(delivery('before'))).toEqual({
    id: 'd-1',
    report: { id: 17 },
    owner: { id: 4 },
    schedule: { cron: '5 6 * * *' },
    recipients: [{ id: 1, email: 'a@example.com' }],
  });
  expect(apartFromRuns({ report: { id: 17 } })).not.toEqual(apartFromRuns({ report: { id: 18 } }));
});
