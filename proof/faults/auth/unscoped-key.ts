import { refuse } from '../../../mock/answer.ts';
import type { Body } from '../../../mock/call.ts';
import type { TokenRecord } from '../../../mock/principal.ts';
import { recognising, recordIn } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { all, refusing, remembering, replaceSync } from '../../lib/patches.ts';

/** Faults of keys that are not scoped. */
export const unscopedKeyFaults = faults({
  'auth.unscoped-key.every-deployment': [
    {
      name: 'not-of-later-ones',
      toldBy: 'build.create.listed',
      sentence: 'A key that is not scoped is refused on the reports of a deployment that was made after it.',
      patch: remembering(
        () => new Set<unknown>(),
        (made) =>
          all(
            replaceSync('createDeployment', (call, original) => {
              const answer = original(call);
              if ('body' in answer) made.add((answer.body as Body)['id']);
              return answer;
            }),
            refusing(
              'listReports',
              ({ principal, path }) => principal.scope === 'all' && made.has(Number(path['deploymentId'])),
              403,
            ),
          ),
      ),
    },
    {
      name: 'not-after-another-deployment',
      sentence: 'A key for all deployments that has been used on one is refused on another by lists of reports.',
      patch: remembering(
        () => new Map<string, unknown>(),
        (first) =>
          replaceSync('listReports', (call, original) => {
            const { token, kind } = call.principal;
            const here = call.path['deploymentId'];
            if (!first.has(token)) first.set(token, here);
            const isMeant = kind === 'api-key' && recordIn(call)?.scope === 'all';
            if (isMeant && first.get(token) !== here) refuse(403, 'the key is for another deployment');
            return original(call);
          }),
      ),
    },
    {
      name: 'first-alone',
      sentence: "A key that is not scoped is taken for the account's first deployment alone.",
      also: [
        ...(
          [
            'reports.list.this-deployment',
            'reports.list.count',
            'reports.list.data',
            'reports.list.data-populated',
          ] as const
        ).map((id) => ({ id, because: 'the check lists the reports of another deployment as well' })),
        {
          id: 'reports.list.external-workbook-this-deployment',
          because: 'the check lists the reports of another deployment as well',
        },
      ],
      patch: refusing(
        'listReports',
        ({ principal: { kind, scope }, path, tenant }) =>
          kind === 'api-key' && scope === 'all' && Number(path['deploymentId']) !== tenant.deployments.home,
        403,
      ),
    },
    {
      name: 'after-scoped-refusal',
      sentence:
        'Once a scoped key was used on the list of reports, the unscoped keys of its user have the same scope there.',
      patch: remembering(
        () => new Map<number | undefined, TokenRecord['scope']>(),
        (scopes) =>
          recognising('listReports', (known) => {
            if (known?.kind !== 'api-key') return known;
            if (known.scope !== 'all') scopes.set(known.userId, known.scope);
            return { ...known, scope: scopes.get(known.userId) ?? known.scope };
          }),
      ),
    },
  ],
});
