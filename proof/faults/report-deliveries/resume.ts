import { refuse } from '../../../mock/answer.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { bodyIn, once } from '../../lib/other-operations.ts';
import type { When } from '../../lib/conditions.ts';
import { all, refusing, remembering, replaceSync, responseOf } from '../../lib/patches.ts';
import {
  deliveryIn,
  isPausedDelivery,
  isSharedDelivery,
  knowingDelivery,
  ofDelivery,
} from '../../lib/report-deliveries.ts';

const isOthers: When = (call) => deliveryIn(call)?.ownerId !== call.principal.user?.id;

/** Faults of pausing and resuming deliveries. */
export const resumeFaults = faults({
  'report-deliveries.resume.after-pause': [
    {
      name: 'not-once-transferred-while-paused',
      sentence: 'A delivery that was handed over while it was paused cannot be resumed.',
      patch: once(
        'transferReportDelivery',
        (call) => (deliveryIn(call)?.enabled === false ? ofDelivery(call) : undefined),
        (handed) => refusing('resumeReportDelivery', (call) => handed.has(ofDelivery(call)), 'conflict'),
      ),
    },
    {
      name: 'not-with-another-credential',
      also: alsoThese(
        'a scoped key resumes what another one has paused',
        'report-deliveries.resumeReportDelivery.scoped-key-at-home',
      ),
      sentence: 'A delivery is resumed with the credential alone with which it was paused.',
      patch: remembering(
        () => new Map<string, string>(),
        (pausers) =>
          all(
            replaceSync('pauseReportDelivery', (call, original) => {
              const answer = original(call);
              pausers.set(ofDelivery(call), call.principal.token);
              return answer;
            }),
            refusing(
              'resumeReportDelivery',
              (call) => (pausers.get(ofDelivery(call)) ?? call.principal.token) !== call.principal.token,
              'conflict',
            ),
          ),
      ),
    },
    {
      name: 'once',
      sentence: 'A delivery can be resumed once.',
      patch: knowingDelivery(['resumeReportDelivery'], (past) =>
        refusing('resumeReportDelivery', (call) => past(call).includes('resumeReportDelivery'), 'conflict'),
      ),
    },
    {
      name: 'refused-after-a-run',
      sentence: 'A delivery that has run cannot be resumed.',
      patch: knowingDelivery(['runReportDelivery'], (past) =>
        refusing('resumeReportDelivery', (call) => past(call).includes('runReportDelivery'), 'conflict'),
      ),
    },
    {
      name: 'owners-alone',
      sentence: 'A delivery of somebody else cannot be resumed.',
      patch: refusing('resumeReportDelivery', isOthers, 'forbidden'),
    },
    {
      name: 'refused',
      sentence: 'A delivery that was paused cannot be resumed.',
      patch: refusing('resumeReportDelivery', (call) => deliveryIn(call)?.enabled === false, 409),
    },
    {
      name: 'unknown',
      sentence: 'A delivery that was paused is not found when it is to be resumed.',
      also: [
        {
          id: 'report-deliveries.resumeReportDelivery.is-served',
          because: 'what is not found cannot be told from what is not served',
        },
      ],
      patch: refusing('resumeReportDelivery', (call) => deliveryIn(call)?.enabled === false, 404),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A delivery cannot be resumed with an OAuth token.',
      patch: refusing('resumeReportDelivery', byOAuth, 409),
    },
    {
      name: 'not-once-updated',
      sentence: 'A delivery that was updated while it was paused cannot be resumed.',
      patch: knowingDelivery(['updateReportDelivery'], (past) =>
        refusing(
          'resumeReportDelivery',
          (call) => isPausedDelivery(call) && past(call).includes('updateReportDelivery'),
          409,
        ),
      ),
    },
    {
      name: 'not-when-shared',
      sentence: 'A shared delivery cannot be resumed.',
      patch: refusing('resumeReportDelivery', isSharedDelivery, 409),
    },
    {
      name: 'not-once-run-while-paused',
      sentence: 'A delivery that was run while it was paused cannot be resumed.',
      patch: once(
        'runReportDelivery',
        (call) =>
          bodyIn(responseOf(call, 'getReportDelivery'))['enabled'] === false ? call.path['deliveryId'] : undefined,
        (ids) =>
          replaceSync('resumeReportDelivery', (call, original) => {
            if (ids.has(String(call.path['deliveryId']))) refuse('conflict', 'the delivery was run');
            return original(call);
          }),
      ),
    },
  ],
});
