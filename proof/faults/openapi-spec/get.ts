import type { Patch } from '../../../mock/index.ts';
import { faults } from '../../lib/fault.ts';
import { replace } from '../../lib/patches.ts';

/** The text of the document, changed on its way out. */
function served(change: (text: string) => string, type = 'application/json'): Patch {
  return replace('getSpec', async (call, original) => {
    const answer = await original(call);
    if (answer.kind !== 'bytes') return answer;
    return { ...answer, type, bytes: Buffer.from(change(Buffer.from(answer.bytes).toString('utf8'))) };
  });
}

/** Faults of reading the OpenAPI document. */
export const getFaults = faults({
  'openapi-spec.get.answers-document': [
    {
      name: 'page',
      sentence: 'In place of the document comes a page that shows it to people.',
      patch: served((text) => `<!doctype html><title>API</title><script>show(${text})</script>`, 'text/html'),
    },
    {
      name: 'followed-by-more',
      sentence: 'After the document comes a second text, in neither JSON nor YAML as a whole.',
      patch: served((text) => `${text}\n{"build":"1.0.0"}`),
    },
    {
      name: 'wrapped',
      sentence: 'The document stands in a member of the answer.',
      patch: served((text) => `{"spec":${text}}`),
    },
    {
      name: 'twice-encoded',
      sentence: 'The answer is one JSON string with the text of the document.',
      patch: served((text) => JSON.stringify(text)),
    },
  ],
});
