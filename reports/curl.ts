import { operationsOf, type ContractDocument } from '../contracts/document.ts';
import type { Exchange } from '../evidence/evidence.ts';
import { Picked, type Use } from './picked.ts';

/**
 * A shell script that sends the requests again, as often as one likes: the address, the credentials and the certificate
 * authority are variables of the environment, what an answer brought forth is taken from the new answer, and what the script
 * made is removed when it ends.
 */
export function curlScript(exchanges: readonly Exchange[], document?: ContractDocument): string {
  const secrets = new Set<string>();
  const origins = originsOf(exchanges);
  const removals = removalsOf(exchanges, document);
  const picked = new Picked(exchanges, new Map([...removals].map(([index, { member }]) => [index, [member]])));
  const word = (text: string, uses: readonly Use[]) => quoted(text, uses, secrets);
  const headerWord = (index: number, header: string) => word(header, picked.inHeader(index, header));
  const commands = exchanges.map((exchange, index) => {
    const { method, url, requestHeaders, requestBody } = exchange;
    const parts = [
      `send -X ${method} ${addressOf(url, origins, (path) => word(path, picked.inAddress(index, path)))}`,
      ...Object.entries(requestHeaders)
        .filter(([name]) => name !== 'accept')
        .map(([name, value]) => `-H ${headerWord(index, `${name}: ${value}`)}`),
      ...(requestBody === undefined ? [] : [`--data-raw ${word(requestBody, picked.inBody(index, requestBody))}`]),
    ];
    const outcome = exchange.status === undefined ? (exchange.failure ?? 'no response') : String(exchange.status);
    return `# ${exchange.operation ?? ''} as ${exchange.actor}: ${outcome}\n${parts.join(' \\\n  ')}`;
  });
  const undone = [...removals].flatMap(([index, { path, header, member }]) => {
    const name = picked.nameOf(index, member);
    if (name === undefined) return [];
    const address = addressOf(exchanges[index]?.url ?? '', origins, () =>
      word(`${path}/`, picked.inAddress(index, path)),
    );
    const credential = header === undefined ? '' : ` -H ${headerWord(index, `authorization: ${header}`)}`;
    return [`  [ -z "\${${name}-}" ] || send -X DELETE ${address}"$${name}"${credential}`];
  });
  const variables = [...origins].map(([origin, name]) => `: "\${${name}:=${origin}}"`);
  const needed = [...secrets].map((name) => `: "\${${name}:?set it to the ${name} of this tenant}"`);
  return [
    PREAMBLE,
    [...variables, ...needed].join('\n'),
    FUNCTIONS,
    ...(undone.length > 0
      ? [`# What the script made is removed when it ends.\nremove() {\n${undone.reverse().join('\n')}\n}`]
      : []),
    ...(undone.length > 0 ? [`trap remove EXIT\ntrap 'exit 1' INT TERM`] : []),
    // What an answer is asked for is known when all requests after it are written.
    ...commands.map((command, index) =>
      [command, ...picked.takenFrom(index).map(({ name, filter }) => `${name}=$(pick '${filter}') || exit 1`)].join(
        '\n',
      ),
    ),
  ].join('\n\n');
}

const PREAMBLE = `#!/bin/sh
# Needs curl and jq. TLS_CA may name the PEM file of a certificate authority to trust.`;

const FUNCTIONS = `send() {
  answer=$(curl -sS \${TLS_CA:+--cacert "$TLS_CA"} -w '\\n%{http_code}' "$@")
  status=$(printf '%s\\n' "$answer" | tail -n 1)
  answer=$(printf '%s\\n' "$answer" | sed '$d')
  printf '%s %s\\n' "$status" "$answer"
}

pick() {
  printf '%s' "$answer" | jq -er "$1" || { echo "the answer has no $1" >&2; exit 1; }
}`;

/** The origins of the requests, each with a variable: the one of the Platform API first. */
function originsOf(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const origins = [...new Set(exchanges.map(({ url }) => originOf(url)))];
  return new Map(origins.map((origin, index) => [origin, index === 0 ? 'BASE_URL' : `BASE_URL_${index + 1}`]));
}

const originOf = (url: string) => /^[a-z]+:\/\/[^/]+/i.exec(url)?.[0] ?? '';

function addressOf(url: string, origins: ReadonlyMap<string, string>, quote: (path: string) => string): string {
  const origin = originOf(url);
  return `"$${origins.get(origin) ?? 'BASE_URL'}"${quote(url.slice(origin.length))}`;
}

interface Removal {
  /** The path of the collection, and the member of the answer that names the new thing. */
  readonly path: string;
  readonly member: string;
  readonly header: string | undefined;
}

/** How what the requests created is removed, where the contract has an operation for it. */
function removalsOf(
  exchanges: readonly Exchange[],
  document: ContractDocument | undefined,
): ReadonlyMap<number, Removal> {
  const removals = new Map<number, Removal>();
  const deleted = document ? operationsOf(document).filter(({ method }) => method === 'delete') : [];
  for (const [index, { method, url, status = 0, responseBody = '', requestHeaders }] of exchanges.entries()) {
    if (method !== 'POST' || status < 200 || status > 299) continue;
    const path = url.slice(originOf(url).length).split('?')[0] ?? '';
    const parameter = deleted
      .map((one) => /^(.*)\/\{(\w+)\}$/.exec(one.path))
      .find((match) => match && templateOf(match[1] ?? '').test(path))?.[2];
    const body = objectIn(responseBody);
    const member = [parameter, 'id', 'publicId'].find((name) => name !== undefined && isId(body?.[name]));
    if (parameter === undefined || member === undefined) continue;
    removals.set(index, { path, member, header: requestHeaders['authorization'] });
  }
  return removals;
}

const isId = (value: unknown) => typeof value === 'string' || typeof value === 'number';

function templateOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A shell word in which `<ADMIN_TOKEN>` becomes the variable of that name, and what was taken from answers theirs. */
function quoted(value: string, uses: readonly Use[], secrets: Set<string>): string {
  let at = 0;
  const parts: string[] = [];
  for (const { start, end, name } of [...uses].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(withSecrets(value.slice(at, start), secrets), `"$${name}"`);
    at = end;
  }
  parts.push(withSecrets(value.slice(at), secrets));
  return parts.join('');
}

function withSecrets(value: string, secrets: Set<string>): string {
  return value
    .split(/(<[^<>\n]{3,60}>)/)
    .map((part) => {
      const [, name] = /^<([A-Z][A-Z_]+|token of [^<>]+|\w+ of \w+)>$/.exec(part) ?? [];
      if (name === undefined) return part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`;
      const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
      secrets.add(variable);
      return `"$${variable}"`;
    })
    .join('');
}
