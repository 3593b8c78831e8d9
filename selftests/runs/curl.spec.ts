import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadContract } from '../../contracts/bundle.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { curlScript } from '../../reports/curl.ts';
import { ownFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import { bare, startLive, type LiveTenant } from './live.ts';
import { grepOf, run, runLine } from './run.ts';

test.describe.configure({ timeout: 180_000 });

const CHECKS = ['roles.delete.again', 'roles.update.same-id', 'roles.update.description-null-clears'];

/** The statuses of the answers, as the script prints them line by line. */
const statusesIn = (output: string) => [...output.matchAll(/^(\d{3}) /gm)].map(([, status]) => Number(status));

function things({ tenant }: LiveTenant) {
  return tenant.account.roles.all().map(({ id }) => id);
}

test('the curl script of a check runs twice as it stands, and leaves nothing', async () => {
  const live = await startLive();
  const document = await loadContract();
  const { results, output } = await run('conformance', [grepOf(CHECKS), '--seed=5'], live.env);
  const before = things(live);
  for (const id of CHECKS) {
    const evidence = results?.requirements.find((one) => one.id === id)?.evidence ?? [];
    expect(evidence.length, `${id}: ${output}`).toBeGreaterThan(2);
    const file = path.join(ownFolder('curl-script'), 'script.sh');
    const script = curlScript(evidence, document);
    writeFileSync(file, script);
    chmodSync(file, 0o755);
    const recorded = evidence.map(({ status }) => status);
    for (const attempt of ['first', 'second']) {
      const { OAUTH_TOKEN = '', OTHER_ADMIN_TOKEN = '' } = live.env;
      const { code, output: said } = await runLine(file, { ...bare(live), OAUTH_TOKEN, OTHER_ADMIN_TOKEN });
      expect(code, `${id}, ${attempt} time: ${said}\n${script}`).toBe(0);
      expect(statusesIn(said).slice(0, recorded.length), `${id}, ${attempt} time: ${said}\n${script}`).toEqual(
        recorded,
      );
      expect(things(live), `${id}, ${attempt} time`).toEqual(before);
    }
  }
  await live.close();
});

const exchange = (changes: Partial<Exchange>): Exchange => ({
  actor: 'admin',
  method: 'GET',
  url: 'https://acme.example.com/api/v1/roles',
  requestHeaders: { authorization: 'Bearer <ADMIN_TOKEN>' },
  status: 200,
  startedAt: 0,
  milliseconds: 1,
  findings: [],
  ...changes,
});

test('a script that ends early removes what it made until then, and says what an answer lacks', async () => {
  const live = await startLive();
  const before = things(live);
  const create = exchange({
    operation: 'createRole',
    method: 'POST',
    requestHeaders: { authorization: 'Bearer <ADMIN_TOKEN>', 'content-type': 'application/json' },
    requestBody: JSON.stringify({ name: "a role's name", policies: [] }),
    responseBody: '{"id":4711,"name":"a role\'s name"}',
  });
  const read = exchange({ operation: 'getRole', url: `${create.url}/4711`, responseBody: '{"secretId":"s-77001"}' });
  const last = exchange({ operation: 'getRole', url: `${create.url}/s-77001`, status: 404 });
  const script = curlScript([create, read, last], await loadContract());
  const { code, output } = await runLine(
    `cat > script.sh <<'END'\n${script}\nEND\nsh script.sh`.replace(
      /script\.sh/g,
      path.join(ownFolder('curl'), 'script.sh'),
    ),
    bare(live),
  );
  expect(code, output).toBe(1);
  expect(output).toContain('the answer has no .["secretId"]');
  expect(statusesIn(output)).toEqual([200, 200, 200]);
  expect(things(live)).toEqual(before);
  await live.close();
});

test('ids, tokens and cursors come from the answers before them, and what was sent first does not', () => {
  const script = curlScript([
    exchange({
      method: 'POST',
      requestBody: '{"deploymentId":5001}',
      responseBody: '{"id":9001,"token":"<token of createApiKey>"}',
    }),
    exchange({
      url: 'https://acme.example.com/api/v1/roles/9001/holders?after=a%3D',
      requestHeaders: { authorization: 'Bearer <token of createApiKey>' },
    }),
    exchange({ method: 'PUT', requestBody: '{"roleId":9001,"deploymentId":5001,"name":"9001"}' }),
  ]);
  expect(script).toContain(`ID_1=$(pick '.["id"]') || exit 1`);
  expect(script).toContain(`send -X GET "$BASE_URL"'/api/v1/roles/'"$ID_1"'/holders?after=a%3D'`);
  expect(script).toMatch(/-H 'authorization: Bearer '"\$TOKEN_\d"/);
  expect(script).toContain(`--data-raw '{"roleId":'"$ID_1"',"deploymentId":5001,"name":"'"$ID_1"'"}'`);
  expect(script).not.toContain('TOKEN_OF');
});
