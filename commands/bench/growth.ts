import type { Exchange } from '../../contracts/evidence.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry, type Registry } from '../../contracts/requirements/index.ts';
import type { Results } from '../../contracts/results.ts';
import type { ContractDocument } from '../../contracts/document.ts';
import { Host } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { asPast, type PastRun } from '../../reports/history.ts';
import { comparisonPage } from '../../reports/page/comparison.ts';
import { pageOf } from '../../reports/page/index.ts';
import { Agent } from 'undici';
import { median, type Figure, type Part } from './part.ts';

const ROUNDS = 5;

async function took(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

function exchange(index: number): Exchange {
  const name = `role-${(index * 2_654_435_761).toString(36)}`;
  return {
    actor: 'admin',
    operation: 'updateRole',
    method: 'PUT',
    url: `https://staging.example.com/api/v1/roles/${index}`,
    requestHeaders: { 'content-type': 'application/json' },
    requestBody: JSON.stringify({ name, description: `of ${name}` }),
    status: 200,
    responseHeaders: { 'content-type': 'application/json', 'x-request-id': (index * 40_503).toString(16) },
    responseBody: JSON.stringify({ id: index, name, description: `of ${name}`, policies: [] }),
    startedAt: 1_795_228_200_000 + index * 17,
    milliseconds: (index * 7.13) % 90,
    findings: [],
  };
}

/** The results of a run in which so many exchanges have to be shown. */
function withExchanges(results: Results, count: number): Results {
  const each = Math.ceil(count / results.requirements.length);
  let next = 0;
  const requirements = results.requirements.map((one) => {
    const evidence = Array.from({ length: Math.min(each, count - next) }, (_, index) => exchange(next + index));
    next += evidence.length;
    return { ...one, verdict: 'violates' as const, evidence };
  });
  return { ...results, requirements };
}

async function reportFigures(results: Results, document: ContractDocument, registry: Registry): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [100, 1_000, 10_000]) {
    const large = withExchanges(results, count);
    const value = (await took(() => pageOf(large, { document, registry }))) / 1_000;
    figures.push({
      name: `report of ${count} exchanges`,
      value,
      unit: 's',
      ...(count === 10_000 && { target: { most: 1 } }),
    });
  }
  return figures;
}

async function comparisonFigures(results: Results, registry: Registry): Promise<Figure[]> {
  const last = asPast(results);
  const nights = Array.from({ length: 500 }, (_, night): PastRun => {
    const at = new Date(Date.parse(last.at) - night * 86_400_000).toISOString();
    return { ...last, at, tenant: `staging-${night % 5}` };
  });
  const figures: Figure[] = [];
  for (const count of [5, 50, 500]) {
    const value = (await took(() => comparisonPage(nights.slice(0, count), registry))) / 1_000;
    figures.push({ name: `comparison of ${count} runs`, value, unit: 's' });
  }
  return figures;
}

/** A page of 50 of a list that is a thousand times longer must not take longer, beyond a logarithm. */
async function tenantFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const ask = async (count: number): Promise<number> => {
    const { host, first } = await Host.start();
    const { roles } = host.tenant(first.id)?.account ?? { roles: undefined };
    for (let index = 0; roles && index < count; index += 1) {
      const role: Role = { id: roles.nextId(), name: `Role ${index}`, description: null, policies: [] };
      roles.add(role);
    }
    const agent = new Agent({ connect: { ca: host.certificates.ca }, connections: 1 });
    const headers = { authorization: `Bearer ${first.settings.ADMIN_TOKEN ?? ''}` };
    const page = async () => {
      const { body } = await agent.request({
        origin: host.baseUrl,
        path: '/api/v1/roles?first=50',
        method: 'GET',
        headers,
      });
      await body.arrayBuffer();
    };
    for (let warm = 0; warm < 50; warm += 1) await page();
    const times: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      const started = performance.now();
      await page();
      times.push(performance.now() - started);
    }
    await agent.close();
    await host.close();
    return median(times);
  };
  const [short, long] = [await ask(100), await ask(100_000)];
  figures.push({ name: 'a page of 50 of 100 roles', value: short, unit: 'ms' });
  figures.push({ name: 'a page of 50 of 100,000 roles', value: long, unit: 'ms' });
  figures.push({
    name: 'the longer list over the shorter one',
    value: long / short,
    unit: 'times',
    target: { most: 2.5 },
  });
  return figures;
}

/** What becomes of the parts when there is more of everything. */
export async function measureGrowth(results: Results): Promise<Part> {
  const document = await loadContract();
  const registry = loadRegistry(document);
  return {
    title: 'Growth',
    figures: [
      ...(await reportFigures(results, document, registry)),
      ...(await comparisonFigures(results, registry)),
      ...(await tenantFigures()),
    ],
  };
}
