import type { SettingName } from '../../contracts/settings.ts';

type HostSettings = Readonly<Partial<Record<'ALLOWED_HOSTS' | 'DENIED_HOSTS', string>>>;

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** Why a run may not contact an address, or why it is none. */
export function problemsOfAddress(name: SettingName, address: string, settings: HostSettings): string[] {
  return [...addressProblems(name, address), ...hostProblems(name, address, settings)];
}

/** Refuses addresses that ALLOWED_HOSTS and DENIED_HOSTS do not permit. */
function hostProblems(name: string, address: string, { ALLOWED_HOSTS, DENIED_HOSTS }: HostSettings): string[] {
  const host = hostOf(address);
  if (host === undefined) return [];
  if (DENIED_HOSTS !== undefined && isAmong(host, DENIED_HOSTS)) return [`${name}: DENIED_HOSTS names ${host}`];
  if (ALLOWED_HOSTS !== undefined && !isAmong(host, ALLOWED_HOSTS))
    return [`${name}: ALLOWED_HOSTS does not name ${host}`];
  return [];
}

/** `acme.example.com` matches itself, `*.example.com` every host below it. */
function isAmong(host: string, list: string): boolean {
  return list
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

function addressProblems(name: string, address: string): string[] {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return [`${name}=${address}: expected an address such as https://acme.example.com`];
  }
  // What stands before the colon of `localhost:8443` is read as a protocol.
  if (url.host === '') return [`${name}=${address}: expected an address that begins with https://`];
  const problems: string[] = [];
  const shown = address.replace(/\/\/.*@/, '//…@');
  if (url.protocol !== 'https:') problems.push(`${name}=${shown}: expected https, plain HTTP is not supported`);
  if (name === 'BASE_URL' && url.pathname !== '/') {
    problems.push(`${name}=${shown}: expected the host root, without ${url.pathname}`);
  }
  if (url.username + url.password !== '' || url.search !== '' || url.hash !== '') {
    problems.push(`${name}: expected an address without credentials, query or fragment`);
  }
  return problems;
}
