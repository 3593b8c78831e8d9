import { readFile } from 'node:fs/promises';
import { BINDINGS } from '../contracts/bindings/index.ts';
import { loadContract } from '../contracts/bundle.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import type { Pins } from '../contracts/requirements/pins.ts';
import { catalogueOf, catalogueText } from '../reports/catalogue.ts';
import { main } from './main.ts';

const PINS = new URL('../contracts/requirements/pins.json', import.meta.url);

function bindingsText(): string {
  const lines = Object.entries(BINDINGS).map(
    ([id, { what, default: standing, point }]) => `${id}\n  ${what} (${point})\n  default ${JSON.stringify(standing)}`,
  );
  return `${lines.join('\n')}\n\n${lines.length} bindings`;
}

await main(async (flags) => {
  flags.only('json', 'bindings');
  if (flags.has('bindings')) {
    console.log(flags.has('json') ? JSON.stringify(BINDINGS, null, 2) : bindingsText());
    return 0;
  }
  const contract = await loadContract();
  const pins = JSON.parse(await readFile(PINS, 'utf8')) as Pins;
  const catalogue = catalogueOf(contract, loadRegistry(contract), pins);
  console.log(flags.has('json') ? JSON.stringify(catalogue, null, 2) : catalogueText(catalogue));
  return 0;
});
