import type { Exchange } from '../../evidence/evidence.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry, type Registry } from '../../contracts/requirements/index.ts';
import type { Results } from '../../evidence/results.ts';
import type { ContractDocument } from '../../contracts/document.ts';
import { Host } from '../../mock/index.ts';
import { asPast, type PastRun } from '../../reports/history.ts';
import { comparisonPage } from '../../reports/page/comparison.ts';
import { pageOf } from '../../reports/page/index.ts';
import { Agent } from 'undici';
import { fill } from './fill.ts';
import { median, type Figure, type Part } from './part.ts';

const ROUNDS = 5;
const [SHORT, LONG] = [100, 100_000];
const [WARM, PAGES] = [50, 200];

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

/** The milliseconds of a page of 50, of a list with so many more. */
async function pageTime(what: 'roles' | 'reports', count: number): Promise<number> {
  const { host, first } = await Host.start();
  const tenant = host.tenant(first.id);
  if (tenant) fill(tenant, what, count);
  const agent = new Agent({ connect: { ca: host.certificates.ca }, connections: 1 });
  const headers = { authorization: `Bearer ${first.settings.ADMIN_TOKEN ?? ''}` };
  const path =
    what === 'roles'
      ? '/api/v1/roles?first=50'
      : `/api/v1/deployments/${first.settings.DEPLOYMENT_ID ?? ''}/reports?first=50`;
  const page = async () => {
    const { body, statusCode } = await agent.request({ origin: host.baseUrl, path, method: 'GET', headers });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  };
  for (let warm = 0; warm < WARM; warm += 1) await page();
  const times: number[] = [];
  for (let round = 0; round < PAGES; round += 1) {
    const started = performance.now();
    await page();
    times.push(performance.now() - started);
  }
  await agent.close();
  await host.close();
  return median(times);
}

/** A page of 50 of a list that is a thousand times longer must not take longer, beyond a logarithm. */
async function tenantFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const what of ['roles', 'reports'] as const) {
    const [short, long] = [await pageTime(what, SHORT), await pageTime(what, LONG)];
    figures.push(
      { name: `a page of 50 of 100 ${what}`, value: short, unit: 'ms' },
      { name: `a page of 50 of 100,000 ${what}`, value: long, unit: 'ms' },
      {
        name: `the longer list of ${what} over the shorter one`,
        value: long / short,
        unit: 'times',
        target: { most: Math.log(LONG) / Math.log(SHORT) },
      },
    );
  }
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
