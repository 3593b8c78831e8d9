import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Lease } from '../../mock/index.ts';

/** How many things of theirs there are at a time; the oldest go first. */
const KEPT = 40;

/** As in `POST /api/v1/roles`, and the body. In both, `{name}` is a new name, and `{id}` what the tenant called the thing. */
type Asked = readonly [line: string, body?: Readonly<Record<string, unknown>>];

/** How things of one kind are made, changed and removed. */
interface Kind {
  readonly make: Asked;
  readonly change?: Asked;
  readonly remove?: Asked;
}

const NAMED = { name: '{name}' };

/** A kind whose things have a name at least, and are made and removed at addresses that belong together. */
function kind(path: string, body: Asked[1] = NAMED, change?: Asked): Kind {
  return { make: [`POST ${path}`, body], remove: [`DELETE ${path}/{id}`], ...(change && { change }) };
}

function kindsOf({ settings }: Lease): Kind[] {
  const policies = [{ resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] }];
  const ofAccount = [
    kind('/api/v1/roles', { ...NAMED, policies }, ['PUT /api/v1/roles/{id}', { ...NAMED, description: 'Changed' }]),
    kind('/api/v1/users', { email: '{name}@example.test' }),
    kind('/api/v1/groups'),
    kind('/api/v1/api-keys'),
    kind('/api/v1/oidc-token-configs', { ...NAMED, audience: 'colleagues' }),
  ];
  const homes = [
    { id: settings['DEPLOYMENT_ID'], report: settings['REPORT_ID'] },
    { id: settings['OTHER_DEPLOYMENT_ID'], report: settings['OTHER_REPORT_ID'] },
  ];
  const ofDeployments = homes.flatMap(({ id, report }) => {
    const at = `/api/v1/deployments/${id}`;
    const tasks = `${at}/scheduled-tasks`;
    const deliveries = `${at}/report-deliveries`;
    const delivered = { ...NAMED, cron: '7 9 * * 1', timezone: 'UTC', reportId: Number(report) };
    return [
      kind(`${at}/reports`, NAMED, [`PUT ${at}/reports/{id}`, NAMED]),
      kind(`${at}/folders`),
      kind(`${at}/workbooks`),
      kind(`${at}/environments`),
      kind(`${at}/agents`, { ...NAMED, starterPrompts: ['What changed?'] }),
      kind(tasks, { ...NAMED, prompt: 'What changed?' }, [`POST ${tasks}/{id}/run`]),
      kind(deliveries, delivered, [`POST ${deliveries}/{id}/run`]),
      { make: [`POST ${at}/transform-sync`, { source: 'git', output: 'files' }] } satisfies Kind,
    ];
  });
  return [...ofAccount, ...ofDeployments];
}

interface Thing {
  readonly kind: Kind;
  readonly id: string;
}

/** Somebody who works on a tenant while the suite runs there: an administrator, with things of their own only. */
export class Colleague {
  readonly #pool: Pool;
  readonly #token: string;
  readonly #pause: number;
  readonly #ended = new AbortController();
  readonly #working: Promise<void>;
  #sent = 0;

  constructor(lease: Lease, ca: string, perSecond: number) {
    this.#pool = new Pool(new URL(lease.settings['BASE_URL'] ?? '').origin, { connections: 1, connect: { ca } });
    this.#token = lease.settings['OTHER_ADMIN_TOKEN'] ?? '';
    this.#pause = 1_000 / perSecond;
    this.#working = this.#work(kindsOf(lease));
    // Whoever ends it hears of a failure.
    this.#working.catch(() => undefined);
  }

  /** How many requests they sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Rejects if one of their requests failed: nothing would have been tested beside somebody who did nothing. */
  async end(): Promise<void> {
    this.#ended.abort();
    try {
      await this.#working;
    } finally {
      await this.#pool.close();
    }
  }

  /** Makes a thing of each kind in turn, changes one of those there are, and removes the oldest where there are many. */
  async #work(kinds: readonly Kind[]): Promise<void> {
    const things: Thing[] = [];
    for (let round = 0; !this.#ended.signal.aborted; round += 1) {
      const made = kinds[round % kinds.length];
      if (!made) throw new Error('there is no kind of thing to make');
      const id = await this.#ask(made.make);
      things.push({ kind: made, id });
      const changed = things[(round * 7) % things.length];
      if (changed?.kind.change) await this.#ask(changed.kind.change, changed.id);
      const oldest = things.length > KEPT ? things.shift() : undefined;
      if (oldest?.kind.remove) await this.#ask(oldest.kind.remove, oldest.id);
    }
  }

  /** Sends a request, waits for a moment, and tells the id of the answer if there is one. */
  async #ask([line, body]: Asked, id = ''): Promise<string> {
    this.#sent += 1;
    const filled = (text: string) => text.replaceAll('{id}', id).replaceAll('{name}', `colleague-${this.#sent}`);
    const [method = '', path = ''] = filled(line).split(' ');
    const { statusCode, body: answer } = await this.#pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${this.#token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: filled(JSON.stringify(body)) }),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`a colleague's ${method} ${path} was answered with ${statusCode}: ${text}`);
    await sleep(this.#pause);
    const { id: made = '' } = (text === '' ? {} : JSON.parse(text)) as { readonly id?: string | number };
    return String(made);
  }
}
