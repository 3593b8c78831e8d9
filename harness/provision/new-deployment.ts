import { deploymentRemoval } from '../../contracts/bindings/removals.ts';
import { isId } from '../../contracts/lossless-json.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { walkLarge } from '../client/paging.ts';
import { granted, isSuccess } from '../http/answer.ts';
import { deploymentRequest } from '../requests/new-deployment.ts';
import { isRetired } from './deployments.ts';
import type { Source, Sourcing } from './source.ts';
import { shownDeployments } from './ways.ts';

const READY_ATTEMPTS = [0, 200, 1_000, 2_000, 4_000, 8_000];

/** What a list says of a deployment that is still being set up. */
const IN_PREPARATION =
  /(^|[^a-z])(creating|provision(?!ed)|pending|prepar|initiali[sz]|setting.?up|queued|starting|deploying)/i;

/** A deployment that is removed at the end. The account may be charged for it. */
export const newDeployment: Source = {
  kind: 'made',
  how: 'a new deployment',
  isOfAccount: true,
  // The deployments that others choose from are listed before there is a new one.
  needs: ['DEPLOYMENT_ID'],
  isPossible: ({ document }) => deploymentRemoval(document) !== undefined,
  async obtain(sourcing) {
    const { admin, wire, fresh, settings } = sourcing;
    const name = fresh('deployment');
    const before = await shownDeployments(sourcing);
    const shown = before.find(({ id }) => String(id) === settings.DEPLOYMENT_ID);
    const request = deploymentRequest(wire, () => name, { shown });
    const { body } = granted(await admin.preparing.raw('createDeployment', request), 'a new deployment');
    for (const delay of READY_ATTEMPTS) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      const id = isMembers(body) && isId(body['id']) ? String(body['id']) : await idListed(sourcing, name);
      if (id !== undefined && (await isReady(sourcing, id, body))) return id;
    }
    return undefined;
  },
};

const listed = ({ admin }: Sourcing) => walkLarge<Members>((page) => admin.preparing.listDeployments(page));

async function idListed(sourcing: Sourcing, name: string): Promise<string | undefined> {
  const found = (await listed(sourcing)).find((one) => Object.values(one).includes(name));
  return isId(found?.['id']) ? String(found['id']) : undefined;
}

/** Whether its settings can be read, and neither the creation nor, after that, the list says that it is still being set up. */
async function isReady(sourcing: Sourcing, id: string, created: unknown): Promise<boolean> {
  const settings = await sourcing.admin.in(id).preparing.raw('getDeploymentSettings');
  if (!isSuccess(settings)) return false;
  if (isMembers(created) && !isUnderWay(created)) return true;
  const shown = (await listed(sourcing)).find((one) => String(one['id']) === id);
  return shown !== undefined && !isRetired(shown) && !isUnderWay(shown);
}

const isUnderWay = (shown: Members) =>
  Object.values(shown).some((value) => typeof value === 'string' && IN_PREPARATION.test(value));
