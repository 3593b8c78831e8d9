/** Where a document says that its operations are served. Nothing is known of its quality: whatever is no address is left out. */

/** An address with variables in braces, such as `https://{region}.example.com/v1/meta`. */
export interface AddressTemplate {
  readonly template: string;
  /** What stands for each variable where nothing else is known. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** The addresses that a list of servers gives a path. */
export function addressesAt(servers: unknown, path: string): AddressTemplate[] {
  return (Array.isArray(servers) ? servers : []).flatMap((server) => {
    const { url, variables } = members(server);
    if (typeof url !== 'string') return [];
    const defaults = Object.entries(members(variables)).flatMap(([name, variable]) => {
      const { default: standing } = members(variable);
      return typeof standing === 'string' ? [[name, standing] as const] : [];
    });
    return [{ template: `${url.replace(/\/$/, '')}${path}`, defaults: Object.fromEntries(defaults) }];
  });
}

/** An address with its variables filled in; what nothing is known of stays in its braces. */
export function filledAddress(
  { template, defaults }: AddressTemplate,
  known: (variable: string) => string | undefined = () => undefined,
): string {
  return template.replace(/\{([^}]*)\}/g, (whole, name: string) => known(name) ?? defaults[name] ?? whole);
}

/** The host of an address, a variable included; empty where the address is relative to where the document is served. */
export function hostIn(address: AddressTemplate): string {
  const [, host] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/]*)/i.exec(filledAddress(address)) ?? [];
  return host?.toLowerCase() ?? /^\{[^}]*\}/.exec(address.template)?.[0] ?? '';
}

/** The whole path of an operation; documents name those beside the server's path by their whole path all the same. */
export function wholePath(prefix: string, path: string): string {
  const isWhole = /^\/(api|build)\//.test(path) || (/^\/v\d\//.test(path) && !prefix.endsWith('/api'));
  return isWhole ? path : prefix + path;
}

/** Where the document is served, which is what the address of a server is relative to. */
const SERVED_AT = 'https://tenant.invalid/api/v1/spec';

/** The path of the first server, its variables as they are by default; a host that nothing is known of is left out. */
export function serverPath(servers: unknown): string {
  const { url, variables } = members(members(servers)[0]);
  if (typeof url !== 'string') return '';
  const filled = url.replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const { default: standing } = members(members(variables)[name]);
    return typeof standing === 'string' ? standing : whole;
  });
  const address = filled.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/^\{[^}]*\}/, '');
  if (address === '' || !URL.canParse(address, SERVED_AT)) return '';
  const { pathname } = new URL(address, SERVED_AT);
  return pathname.replace(/%7B/gi, '{').replace(/%7D/gi, '}').replace(/\/$/, '');
}

/** What may be looked into of a node of a document, whatever it is. */
export function members(node: unknown): Record<string, unknown> {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {};
}
