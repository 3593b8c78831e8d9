import type { Exchange } from '../evidence/evidence.ts';

/** A shell script that repeats the requests. Secrets are shell variables with the names of their settings. */
export function curlScript(exchanges: readonly Exchange[]): string {
  const secrets = new Set<string>();
  const commands = exchanges.map((exchange) => {
    const { method, url, requestHeaders, requestBody } = exchange;
    const text = (value: string) => quoted(value, secrets);
    const parts = [
      `curl -sS -X ${method} ${text(url)}`,
      ...Object.entries(requestHeaders)
        .filter(([name]) => name !== 'accept')
        .map(([name, value]) => `-H ${text(`${name}: ${value}`)}`),
      ...(requestBody === undefined ? [] : [`--data-raw ${text(requestBody)}`]),
    ];
    const outcome = exchange.status === undefined ? (exchange.failure ?? 'no response') : String(exchange.status);
    return `# ${exchange.operation ?? ''} as ${exchange.actor}: ${outcome}\n${parts.join(' \\\n  ')}`;
  });
  const needed = [...secrets].map((name) => `: "\${${name}:?set it to the ${name} of this tenant}"`);
  return [...needed, ...commands].join('\n\n');
}

/** A shell word in which `<ADMIN_TOKEN>` becomes the variable of that name. */
function quoted(value: string, secrets: Set<string>): string {
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
