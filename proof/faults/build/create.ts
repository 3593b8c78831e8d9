import { secondUnlisted } from '../../lib/at-once.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults, type Fault } from '../../lib/fault.ts';
import { bodyIn, once, onItems } from '../../lib/other-operations.ts';
import { changedIf, isBeyondLatin, sends } from '../../lib/conditions.ts';
import { hiding } from '../../lib/paging.ts';
import { all, changeBodySync, remembering, replaceSync, withBody, without } from '../../lib/patches.ts';
import { isAsked, itemsOf } from '../../lib/reports.ts';

const noId: NonNullable<Fault['also']> = alsoThese('no id is answered to look for', 'build.create.listed');

/** What the answer to a creation holds. */
function created(answer: (own: Body) => Body): Patch {
  return ({ build }) => {
    const { createdAnswer } = build;
    build.createdAnswer = (deployment) => answer(createdAnswer(deployment));
  };
}

/** Faults of creating deployments. */
export const createFaults = faults({
  'build.create.returns-id': [
    {
      name: 'absent',
      sentence: 'A creation is answered without an id.',
      also: noId,
      patch: created(({ id: _, ...rest }) => rest),
    },
    {
      name: 'null',
      sentence: 'A creation is answered with an id of null.',
      also: noId,
      patch: created((own) => ({ ...own, id: null })),
    },
    {
      name: 'object',
      sentence: 'A creation is answered with an object in the place of the id.',
      also: noId,
      patch: created((own) => ({ ...own, id: { deployment: own['id'] } })),
    },
    {
      name: 'not-by-oauth',
      sentence: 'The answer to a creation with an OAuth token carries no id.',
      patch: changedIf('createDeployment', byOAuth, without('id')),
    },
    {
      name: 'not-beyond-latin',
      sentence: 'The answer to the creation of a deployment whose name is beyond Latin carries no id.',
      patch: changedIf('createDeployment', sends('name', isBeyondLatin), without('id')),
    },
  ],
  'build.create.listed': [
    {
      name: 'not-on-pages',
      sentence: 'Lists with first leave out deployments that the API created.',
      patch: once(
        'createDeployment',
        (_call, answer) => Number(bodyIn(answer)['id']),
        (created) =>
          changeBodySync(
            'listDeployments',
            onItems((items, call) =>
              isAsked(call, 'first') ? items.filter(({ id }) => !created.has(Number(id))) : items,
            ),
          ),
      ),
    },
    {
      name: 'the-first-of-its-name',
      sentence: 'The creation of a second deployment of a name answers the id of the first.',
      patch: replaceSync('createDeployment', (call, original) => {
        const first = call.tenant.deployments.deployments.find(({ name }) => name === bodyOf(call)['name']);
        return withBody(original(call), (body) => (first ? { ...body, id: first.id } : body));
      }),
    },
    {
      name: 'not-under-a-known-name',
      sentence: 'A new deployment with the name of another one is not in the list.',
      patch: remembering(
        () => new Set<unknown>(),
        (hidden) =>
          all(
            replaceSync('createDeployment', (call, original) => {
              const { name } = bodyOf(call);
              const isKnown = call.tenant.deployments.deployments.all().some((one) => one.name === name);
              const answer = original(call);
              if (isKnown && 'body' in answer) hidden.add((answer.body as Body)['id']);
              return answer;
            }),
            changeBodySync('listDeployments', (list) => ({
              ...list,
              items: itemsOf(list).filter(({ id }) => !hidden.has(id)),
            })),
          ),
      ),
    },
    {
      name: 'not-to-oauth',
      sentence: 'A new deployment is not in the list that an OAuth token gets.',
      patch: remembering(
        () => new Set<unknown>(),
        (made) =>
          all(
            changedIf(
              'createDeployment',
              () => true,
              (body) => {
                made.add(body['id']);
                return body;
              },
            ),
            changedIf('listDeployments', byOAuth, (list) => ({
              ...list,
              items: itemsOf(list).filter(({ id }) => !made.has(id)),
            })),
          ),
      ),
    },
    {
      name: 'not-listed',
      sentence: 'A deployment that was created is in no list.',
      patch: (rules) => {
        const hidden = new Set<unknown>();
        created((own) => {
          hidden.add(own['id']);
          return own;
        })(rules);
        hiding('listDeployments', (id) => hidden.has(id))(rules);
      },
    },
    {
      name: 'another-id',
      sentence: 'A creation answers the id that the next deployment would have.',
      patch: created((own) => ({ ...own, id: Number(own['id']) + 1 })),
    },
    {
      name: 'id-of-the-one-before',
      sentence: 'A creation answers the id of the deployment that was created before.',
      patch: created((own) => ({ ...own, id: Number(own['id']) - 1 })),
    },
    {
      name: 'not-in-another-script',
      sentence: 'The list of deployments leaves out those whose names have letters beyond Latin.',
      patch: changeBodySync('listDeployments', (list) => ({
        ...list,
        items: itemsOf(list).filter(({ name }) => !isBeyondLatin(name)),
      })),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two deployments that are created at the same time one is not in the list.',
      patch: secondUnlisted('createDeployment', 'listDeployments', ({ id }) => id),
    },
  ],
});
