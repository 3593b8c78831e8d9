import { BY_PLAIN, oncePast } from '../../lib/plain-users.ts';
import { bodyOf, idIn, type Body, type Call } from '../../../mock/call.ts';
import { deliveryState } from '../../../mock/families/report-deliveries.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { notingPath } from '../../lib/noted-things.ts';
import { acknowledging, dropping, isBeyondLatin, sends, timesIn, type When, both } from '../../lib/conditions.ts';
import { all, remembering, replaceSync, withBody } from '../../lib/patches.ts';
import {
  deliveryIn,
  isAdministratorsOwnDelivery,
  isOthersDelivery,
  isPausedDelivery,
  isSharedDelivery,
  knowingDelivery,
  ofDelivery,
  isOwnDelivery,
} from '../../lib/report-deliveries.ts';
import { changeRequest } from '../../lib/reports.ts';
import { apostrophesDoubled } from '../../lib/signs-in-texts.ts';
import { storedAs } from '../../lib/stored-texts.ts';

/** An update of an administrator's own delivery of which nothing, or not all, is kept. */
function updated(kept: (body: Body) => Body): Patch {
  return replaceSync('updateReportDelivery', (call, original) => {
    if (!isAdministratorsOwnDelivery(call)) return original(call);
    const body = bodyOf(call);
    // The answer says what was asked for.
    return withBody(original({ ...call, body: kept(body) }), (delivery) => ({ ...delivery, ...body }));
  });
}

/** Updates lose a part of what they ask for. */
const asking = (when: When, change: (body: Body, call: Call) => Body): Patch =>
  changeRequest('updateReportDelivery', (body, call) => (when(call) ? change(body, call) : body));

const UPDATED_BY_OTHERS = alsoThese(
  'the update has no effect',
  'report-deliveries.access.manage-updates',
  'report-deliveries.access.all-includes-manage',
);

/** Faults of updating deliveries. */
export const updateFaults = faults({
  'report-deliveries.update.takes-effect': [
    {
      name: 'apostrophes-doubled',
      sentence: 'A new name of a delivery is stored with each apostrophe twice.',
      patch: storedAs('updateReportDelivery', 'name', apostrophesDoubled),
    },
    {
      name: 'name-not-beside-a-zone',
      sentence: 'An update of a delivery that carries a time zone leaves its name as it was.',
      patch: replaceSync('updateReportDelivery', (call, original) => {
        const { name, ...others } = bodyOf(call);
        const isBoth = name !== undefined && others['timezone'] !== undefined;
        return original(isBoth ? { ...call, body: others } : call);
      }),
    },
    {
      name: 'not-once-transferred',
      sentence: 'An update of a delivery that was transferred is not stored.',
      patch: notingPath(
        'transferReportDelivery',
        'deliveryId',
        () => true,
        (transferred) =>
          replaceSync('updateReportDelivery', (call, original) => {
            const isMeant = transferred.has(idIn(call, 'deliveryId') ?? 0);
            return original(isMeant ? { ...call, body: {} } : call);
          }),
      ),
    },
    {
      name: 'undone-by-a-run',
      sentence: 'A run of a delivery brings back what the last update has changed.',
      patch: remembering(
        () => new Map<string, Body>(),
        (former) =>
          all(
            replaceSync('updateReportDelivery', (call, original) => {
              const before = deliveryIn(call);
              const answer = original(call);
              if (before) former.set(ofDelivery(call), { name: before.name, recipients: before.recipients });
              return answer;
            }),
            replaceSync('runReportDelivery', (call, original) => {
              const answer = original(call);
              const delivery = deliveryIn(call);
              if (delivery)
                deliveryState(call.tenant).deliveries.replace({ ...delivery, ...former.get(ofDelivery(call)) });
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'one-at-a-time',
      sentence: 'Of the members that an update of a delivery carries only the first one is stored.',
      patch: changeRequest('updateReportDelivery', (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
    },
    {
      name: 'first-alone',
      sentence: 'Of several updates of a delivery the first alone takes effect.',
      also: alsoThese(
        'the update that shows whether the right is gone is the second',
        'report-deliveries.access.tasks-read-update-refused',
      ),
      patch: knowingDelivery(['updateReportDelivery'], (past) =>
        acknowledging(
          'updateReportDelivery',
          'getReportDelivery',
          (call) => timesIn(past(call), 'updateReportDelivery') > 0,
        ),
      ),
    },
    {
      name: 'not-while-paused',
      sentence: 'An update of a paused delivery is acknowledged and changes nothing.',
      also: alsoThese('whoever may read it is answered', 'report-deliveries.access.tasks-read-update-refused'),
      patch: acknowledging('updateReportDelivery', 'getReportDelivery', isPausedDelivery),
    },
    {
      name: 'no-name-beyond-latin',
      sentence: 'A name with characters outside Latin-1 is acknowledged and not stored.',
      patch: dropping('updateReportDelivery', ['name'], sends('name', isBeyondLatin)),
    },
    {
      name: 'acknowledged',
      sentence: 'An update is acknowledged with what it sent, and nothing is stored.',
      patch: updated(() => ({})),
    },
    {
      name: 'appended',
      sentence: 'A text in an update is kept with a mark behind it.',
      patch: updated((body) =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? `${value} (1)` : value]),
        ),
      ),
    },
    {
      name: 'not-by-oauth',
      sentence: 'An update with an OAuth token is acknowledged, and nothing is stored.',
      patch: asking(byOAuth, () => ({})),
    },
    {
      name: 'beyond-latin-lost',
      sentence: 'A text beyond Latin is not stored.',
      patch: asking(
        () => true,
        (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => !isBeyondLatin(value))),
      ),
    },
    {
      name: 'former-value-lost',
      sentence: 'An update that brings back the name that a delivery had first changes nothing.',
      patch: remembering(
        () => new Map<number, unknown>(),
        (first) =>
          asking(
            () => true,
            (body, call) => {
              const delivery = deliveryIn(call);
              if (!delivery) return body;
              if (!first.has(delivery.id)) first.set(delivery.id, delivery.name);
              const { name, ...others } = body;
              return name === first.get(delivery.id) ? others : body;
            },
          ),
      ),
    },
    {
      name: 'others-lost',
      sentence: 'An update of a delivery of another user stores nothing.',
      also: UPDATED_BY_OTHERS,
      patch: asking(isOthersDelivery, () => ({})),
    },
    {
      name: 'once-shared-lost',
      sentence: 'An update of a shared delivery stores nothing.',
      also: UPDATED_BY_OTHERS,
      patch: asking(isSharedDelivery, () => ({})),
    },
    {
      name: 'once-run-lost',
      sentence: 'An update of a delivery that has run stores nothing.',
      also: UPDATED_BY_OTHERS,
      patch: knowingDelivery(['runReportDelivery'], (past) =>
        asking(
          (call) => past(call).includes('runReportDelivery'),
          () => ({}),
        ),
      ),
    },
    {
      name: 'second-of-plain-owners',
      sentence: 'The second update of a delivery by its owner without the admin role is acknowledged and not stored.',
      seenIn: BY_PLAIN,
      patch: oncePast(
        'updateReportDelivery',
        both(byPlainUser, isOwnDelivery),
        ({ path }) => path['deliveryId'],
        (isAgain) => acknowledging('updateReportDelivery', 'getReportDelivery', isAgain),
      ),
    },
  ],
});
