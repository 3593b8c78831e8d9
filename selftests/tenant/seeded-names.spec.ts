import { expect, test } from '../test.ts';
import type { Envelope } from '../../contracts/bindings/binding.ts';
import { BINDINGS } from '../../contracts/bindings/index.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import type { Resolution } from '../../contracts/bindings/resolved.ts';
import { readTenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { likeness, matchedByWords } from '../../contracts/bindings/words.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { Api } from '../../mock/api.ts';
import { assemble, type Choices } from '../../mock/dialects/assemble.ts';
import { dialectNamed } from '../../mock/dialects/index.ts';

const SEEDS = 40;
/** A name that nothing in a document tells leaves its requirements untested, which is no false alarm. */
const MOST_UNRESOLVED = 0.02;

const contract = await loadContract();
const names = Object.entries(BINDINGS).filter(([, { kind }]) => kind !== 'body' && kind !== 'names');

/** What a tenant calls something, as text; a list that is the whole answer has no cursor to find. */
function called(resolution: Resolution | undefined): string | undefined {
  if (resolution === undefined || 'unresolved' in resolution) return undefined;
  const { items } = resolution.value as Partial<Envelope>;
  return items === '' ? 'the answer itself' : JSON.stringify(resolution.value);
}

test('names of seeded tenants are read from their documents, and none is mistaken for another', async () => {
  test.setTimeout(90_000);
  const mistaken: string[] = [];
  const unresolved: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const dialect = dialectNamed(`any:${seed}`);
    const { document } = await Api.create(contract, dialect);
    const read = readTenantDocument(JSON.stringify(document));
    if ('refused' in read) throw new Error(read.refused);
    const found = resolveBindings(contract, {}, read);
    const used = resolveBindings(contract, dialect.names, undefined);
    for (const [id] of names) {
      const resolution = found.get(id);
      // Some documents leave out operations whose paths are not printed: what is supposed of those is a guess.
      if (resolution && 'source' in resolution && resolution.source === 'default') continue;
      const [seen, expected] = [called(resolution), called(used.get(id))];
      if (seen === undefined) unresolved.push(`${id} of seed ${seed}: ${expected ?? ''}`);
      else if (seen !== expected) mistaken.push(`${id} of seed ${seed}: ${seen} for ${expected ?? ''}`);
    }
  }
  expect(mistaken).toEqual([]);
  expect(unresolved.length / (SEEDS * names.length), unresolved.join('\n')).toBeLessThan(MOST_UNRESOLVED);
});

test('an object is no rival of a name beside it that is as much alike', async () => {
  const words = { template: 'template name', 'template-variables': 'template vars' };
  const choices = Object.entries(words).map(([id, way]) => [`name.deployments.settings-${id}`, way]);
  const { document } = await Api.create(contract, assemble('plain', Object.fromEntries(choices) as Choices));
  const read = readTenantDocument(JSON.stringify(document));
  if ('refused' in read) throw new Error(read.refused);
  const found = resolveBindings(contract, {}, read);
  const names = Object.keys(words).map((id) => called(found.get(`deployments.settings-${id}`)));
  expect(names).toEqual(['"templateName"', '"templateVars"']);
});

test('names are alike by their words, however those are joined or shortened', () => {
  expect(likeness('templateVariables', 'template_vars')).toBe(1);
  expect(likeness('dataSourceName', 'source-name')).toBeCloseTo(2 / 3);
  expect(likeness('releaseChannel', 'region')).toBe(0);
});

test('the best pair is matched first, and a tie decides nothing', () => {
  const settings = ['releaseChannel', 'releaseChannelVersion'];
  expect(matchedByWords(settings, ['channel', 'channelVersion', 'build'])).toEqual(
    new Map([
      ['releaseChannelVersion', 'channelVersion'],
      ['releaseChannel', 'channel'],
    ]),
  );
  expect(matchedByWords(['template'], ['templateName', 'templateKind'])).toEqual(new Map());
});
