import { Agent, ProxyAgent, type Dispatcher } from 'undici';

/** The proxy through which other machines are reached, and the hosts that are reached without it. */
export interface Proxy {
  readonly url: string;
  readonly except: string;
}

interface RouteOptions {
  /** A certificate authority to trust in addition to those of Node. */
  readonly ca: string | undefined;
  readonly proxy: Proxy | undefined;
  readonly idleTimeout: number;
}

const CONNECT_WITHIN = 5_000;
/**
 * How long a connection that nobody uses is kept. Servers end theirs after as little as five seconds without saying so, and a request
 * that is sent at that moment is lost.
 */
const IDLE_FOR = 2_000;

/** Whether an address is on this machine. */
export function isHere(address: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.canParse(address) ? new URL(address).hostname : '');
}

/** What is wrong with the address of a proxy. It is not shown: it may hold a password. */
export function proxyProblem(address: string): string | undefined {
  const url = withProtocol(address);
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).pathname === '/') return undefined;
  return 'HTTPS_PROXY: expected an address such as http://proxy.example.com:3128';
}

interface ProxySettings {
  readonly HTTPS_PROXY?: string | undefined;
  readonly NO_PROXY?: string | undefined;
}

/** The proxy of the settings; undefined where there is none. */
export function proxyOf(settings: ProxySettings): Proxy | undefined {
  const { HTTPS_PROXY, NO_PROXY = '' } = settings;
  return HTTPS_PROXY === undefined ? undefined : { url: withProtocol(HTTPS_PROXY), except: NO_PROXY };
}

/** The credentials in the address of a proxy, in the forms in which they may be met. */
export function proxySecrets(address: string): string[] {
  const url = withProtocol(address);
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  if (password === '') return [];
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return [secret, Buffer.from(`${user}:${secret}`).toString('base64')];
}

/** Whether an address is reached through a proxy. What is on this machine is no other machine's to reach. */
export function isBehind(proxy: Proxy | undefined, address: string): proxy is Proxy {
  if (proxy === undefined || isHere(address)) return false;
  const { hostname, host, port, protocol } = new URL(address);
  const withPort = port === '' ? `${host}:${protocol === 'http:' ? 80 : 443}` : host;
  return !proxy.except
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((one) => {
      const [name, of] = /:\d+$/.test(one) ? [one, withPort] : [one, hostname];
      // A name stands for the hosts below it as well, as for most programs.
      return name === '*' || of === name || of.endsWith(name.replace(/^\*?\.?/, '.'));
    });
}

/** As other programs read it, which take a host and a port as well. */
function withProtocol(address: string): string {
  return address.includes('://') ? address : `http://${address}`;
}

/** The ways to the hosts of a tenant: directly or through a proxy, and which certificates are trusted there. */
export class Routes {
  readonly #options: RouteOptions;
  /** By whether a proxy may be used, and whether the authority of the settings is trusted. */
  readonly #agents = new Map<string, Dispatcher>();
  /** Origins whose certificate the authority of the settings did not issue. */
  readonly #public = new Set<string>();

  constructor(options: RouteOptions) {
    this.#options = options;
  }

  to(origin: string): Dispatcher {
    const ca = this.#public.has(origin) ? undefined : this.#options.ca;
    const proxy = isBehind(this.#options.proxy, origin) ? this.#options.proxy : undefined;
    const key = `${proxy !== undefined} ${ca !== undefined}`;
    const agent = this.#agents.get(key) ?? this.#agentWith(ca, proxy);
    this.#agents.set(key, agent);
    return agent;
  }

  /**
   * Takes the authorities of Node for an origin, after that of the settings did not do. Answers whether that is to be tried.
   * A context with all of them and one more takes 0.1 s to make in each process, which only few tenants need.
   */
  trustsNode(origin: string): boolean {
    if (this.#options.ca === undefined || this.#public.has(origin)) return false;
    this.#public.add(origin);
    return true;
  }

  /** The proxy that an origin may be reached through, as it may be shown. */
  proxyTo(origin: string): string | undefined {
    const { proxy } = this.#options;
    return isBehind(proxy, origin) ? new URL(proxy.url).host : undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()));
  }

  #agentWith(ca: string | undefined, proxy: Proxy | undefined): Dispatcher {
    const { idleTimeout } = this.#options;
    // HTTP/1.1 alone: over HTTP/2 the library loses requests where a gateway renews a connection (nodejs/undici 5453 and 5468).
    const connect = { ...(ca !== undefined && { ca }), timeout: Math.min(idleTimeout, CONNECT_WITHIN) };
    const options = {
      connect,
      headersTimeout: idleTimeout,
      bodyTimeout: idleTimeout,
      connections: 8,
      keepAliveTimeout: IDLE_FOR,
    };
    if (!proxy) return new Agent(options);
    return new ProxyAgent({ ...options, uri: proxy.url, requestTls: connect, proxyTls: connect });
  }
}
