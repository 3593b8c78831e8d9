import { expect, test } from '../test.ts';
import { Host, startControl } from '../../mock/index.ts';
import { Leases } from '../../harness/tenant/leases.ts';

/** Runs `work` with the leases of a reference process and the number of lease requests so far. */
async function inProcess(
  options: Parameters<typeof startControl>[1],
  work: (leases: Leases, host: Host, asked: () => number) => Promise<void>,
  afterwards: (host: Host) => void = () => undefined,
): Promise<void> {
  const { host } = await Host.start();
  const control = await startControl(host, options);
  const leases = new Leases(control.url);
  let posts = 0;
  const manage = leases.manage.bind(leases);
  leases.manage = (method, path, body) => {
    if (method === 'POST') posts += 1;
    return manage(method, path, body);
  };
  try {
    await work(leases, host, () => posts);
    await leases.close();
    afterwards(host);
  } finally {
    await Promise.all([control.close(), host.close()]);
  }
}

test('tenants are leased eight at a time, each for one check, and are returned', async () => {
  const taken: string[] = [];
  const playChecks = async (leases: Leases, host: Host, asked: () => number) => {
    for (let check = 0; check < 20; check += 1) {
      const { id, settings, ca } = await leases.take({ for: `requirement-${check}`, trial: 0 });
      expect(settings.ADMIN_TOKEN).toContain(`_${id}_`);
      expect(ca).toBe(host.certificates.ca);
      taken.push(id);
      leases.release(id);
    }
    expect(new Set(taken).size).toBe(20);
    expect(asked()).toBe(3);
    // The third request returned the tenants of the first two.
    expect(taken.filter((id) => host.tenant(id))).toEqual(taken.slice(16));
  };
  await inProcess({}, playChecks, (host) => {
    // Three times eight, and the default tenant of the process, which is never returned.
    const all = Array.from({ length: 30 }, (_, index) => `t${(index + 1).toString(36)}x`);
    expect(all.filter((id) => host.tenant(id))).toEqual(['t1x']);
  });
});

test('if the purpose of a lease matters, tenants are leased one at a time', async () => {
  const faultsFor = (purpose: string) =>
    purpose === 'wrong' ? { patches: [() => undefined], isSoughtAfter: true } : undefined;
  await inProcess({ faultsFor }, async (leases, host, asked) => {
    const faulty = [];
    for (const purpose of ['right', 'wrong', 'right', 'wrong']) {
      const { id, isFaulty } = await leases.take({ for: purpose, trial: 0 });
      expect(host.tenant(id)).toBeDefined();
      faulty.push(isFaulty);
      leases.release(id);
    }
    expect(faulty).toEqual([false, true, false, true]);
    expect(asked()).toBe(4);
  });
});
