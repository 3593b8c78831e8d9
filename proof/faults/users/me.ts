import type { Call } from '../../../mock/call.ts';
import { asAdministrator, byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { byTimes, replaceSync } from '../../lib/patches.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

const SETTINGS_OF_ANOTHER = alsoThese(
  'the settings that a plain user reads are those of another user',
  'users.settings.named-changes',
  'users.settings.sheets-field-changes',
);

/** Faults of the caller's own user. */
export const meFaults = faults({
  'users.me.own-user': [
    {
      name: 'administrator',
      sentence: 'Every key reads the administrator as its user.',
      also: SETTINGS_OF_ANOTHER,
      patch: replaceSync('getMe', (call, original) => original(asAdministrator(call))),
    },
    {
      name: 'first-caller',
      sentence: 'Whoever asks is told of the user who asked first.',
      also: SETTINGS_OF_ANOTHER,
      patch: (rules) => {
        let first: Call['principal'] | undefined;
        replaceSync('getMe', (call, original) => {
          first ??= call.principal;
          return original({
            ...call,
            principal: { ...first, user: first.user && call.tenant.account.users.get(first.user.id) },
          });
        })(rules);
      },
    },
    {
      name: 'the-second-time',
      sentence: 'A plain user who asks once more is told of the administrator.',
      also: alsoThese(
        'the settings that a plain user reads are those of the administrator as well',
        'users.settings.named-changes',
        'users.settings.sheets-field-changes',
        'users.settings.caller-only',
      ),
      patch: byTimes(
        'getMe',
        ({ principal }) => principal.user?.id,
        (times, call, original) => original(times > 1 && byPlainUser(call) ? asAdministrator(call) : call),
      ),
    },
    {
      name: 'administrator-for-oauth',
      sentence: 'A plain user who asks with an OAuth token is told of the administrator.',
      patch: replaceSync('getMe', (call, original) =>
        original(byOAuth(call) && byPlainUser(call) ? asAdministrator(call) : call),
      ),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two readings at the same time the second answers the user of the first.',
      patch: sharedAnswer('getMe'),
    },
  ],
});
