import { expect, test } from '../test.ts';
import { Host, startControl } from '../../mock/index.ts';
import { Leases } from '../../harness/tenant/leases.ts';

/** Leases of a reference process, and how often it was asked for a tenant. */
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

test('tenants come eight at a time, each to one check, and go back', async () => {
  const taken: string[] = [];
  const playChecks = async (leases: Leases, host: Host, asked: () => number) => {
    for (let check = 0; check < 20; check += 1) {
      const { id, settings, ca } = await leases.take({ for: `promise-${check}`, turn: 0 });
      expect(settings.ADMIN_TOKEN).toContain(`_${id}_`);
      expect(ca).toBe(host.certificates.ca);
      taken.push(id);
      leases.giveBack(id);
    }
    expect(new Set(taken).size).toBe(20);
    expect(asked()).toBe(3);
    // With the third request those of the first two went back.
    expect(taken.filter((id) => host.tenant(id))).toEqual(taken.slice(16));
  };
  await inProcess({}, playChecks, (host) => {
    // Three times eight and the process's own, which is nobody's to give back.
    const all = Array.from({ length: 30 }, (_, index) => `t${(index + 1).toString(36)}x`);
    expect(all.filter((id) => host.tenant(id))).toEqual(['t1x']);
  });
});

test('where it matters what a tenant is for, each comes by itself', async () => {
  const faultsFor = (purpose: string) =>
    purpose === 'wrong' ? { patches: [() => undefined], isSoughtAfter: true } : undefined;
  await inProcess({ faultsFor }, async (leases, host, asked) => {
    const faulty = [];
    for (const purpose of ['right', 'wrong', 'right', 'wrong']) {
      const { id, isFaulty } = await leases.take({ for: purpose, turn: 0 });
      expect(host.tenant(id)).toBeDefined();
      faulty.push(isFaulty);
      leases.giveBack(id);
    }
    expect(faulty).toEqual([false, true, false, true]);
    expect(asked()).toBe(4);
  });
});
