import { refuse } from '../../../mock/answer.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import { faults } from '../../lib/fault.ts';
import { replace } from '../../lib/patches.ts';

/** Serves over plain HTTP what is at some paths. */
const alsoInTheClear =
  (isMeant: (path: string, address: string) => boolean): Patch =>
  ({ access }) => {
    const { needsTls } = access;
    access.needsTls = (address, path) => needsTls(address, path) && !isMeant(path, address);
  };

/** Answers plain HTTP as well, on one part of the service. */
function inTheClear(isPart: (address: string, path: string) => boolean): Patch {
  return ({ access }) => {
    access.needsTls = (address, path) => !isPart(address, path);
  };
}

/** Carries out what comes over plain HTTP on one operation, and refuses it. */
function doneInTheClear(operation: string): Patch {
  return (rules: Rules) => {
    let isPlain = false;
    const { access } = rules;
    access.needsTls = () => {
      isPlain = true;
      return false;
    };
    replace(operation, async (call, original) => {
      const wasPlain = isPlain;
      isPlain = false;
      const answer = await original(call);
      return wasPlain ? refuse('forbidden', 'only HTTPS is accepted') : answer;
    })(rules);
  };
}

/** Faults of requests that do not come over HTTPS. */
export const httpsFaults = faults({
  'auth.https.platform': [
    {
      name: 'theme',
      sentence: 'The app theme is read over plain HTTP.',
      patch: alsoInTheClear((path) => path.endsWith('/app-theme')),
    },
    {
      name: 'of-a-deployment',
      sentence: 'What is of a deployment is read over plain HTTP.',
      patch: alsoInTheClear((path) => path.startsWith('/api/v1/deployments/')),
    },
    {
      name: 'in-the-clear',
      sentence: 'The Platform API answers plain HTTP as well.',
      patch: inTheClear((address, path) => address === 'platform' && path.startsWith('/api/v1')),
    },
  ],
  'auth.https.changes-nothing': [
    {
      name: 'updated',
      sentence: 'A role update over plain HTTP is refused, and carried out.',
      patch: doneInTheClear('updateRole'),
    },
    {
      name: 'deleted',
      sentence: 'A role deletion over plain HTTP is refused, and carried out.',
      patch: doneInTheClear('deleteRole'),
    },
  ],
  'auth.https.build': {
    name: 'in-the-clear',
    sentence: 'The build paths are answered over plain HTTP as well.',
    patch: inTheClear((address, path) => address === 'platform' && path.startsWith('/build/')),
  },
  'auth.https.scim': {
    name: 'in-the-clear',
    sentence: 'SCIM is answered over plain HTTP as well.',
    patch: inTheClear((address, path) => address === 'platform' && path.startsWith('/api/scim/')),
  },
  'auth.https.core-data': [
    {
      name: 'queries',
      sentence: 'The Core Data API answers queries over plain HTTP.',
      patch: alsoInTheClear((path, address) => address === 'core-data' && path.endsWith('/load')),
    },
    {
      name: 'in-the-clear',
      sentence: 'The Core Data API answers plain HTTP as well.',
      patch: inTheClear((address) => address === 'core-data'),
    },
  ],
  'auth.https.ai': {
    name: 'in-the-clear',
    sentence: 'The AI API answers plain HTTP as well.',
    patch: inTheClear((address) => address === 'ai'),
  },
});
