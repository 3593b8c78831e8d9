import { expect, test } from '../test.ts';
import { contract } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { deploymentRequest } from '../../harness/requests/new-deployment.ts';

const text = { type: 'string' };

function wireWith(schema: object): WireFormat {
  const operation = {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: { description: 'Created.' } },
  };
  const document = { openapi: '3.1.0', paths: { '/build/api/v1/deployments': { post: operation } } };
  return new WireFormat(contract, {}, JSON.stringify(document));
}

const SHOWN = {
  id: 7,
  name: 'Sales',
  slug: 'sales',
  cloud_provider: 'azure',
  hosting: { region: 'north' },
  tier: 'gold',
};

test('what a new deployment has to have is as in one that the tenant shows', () => {
  const hosting = {
    type: 'object',
    required: ['cloudProvider', 'region'],
    properties: { cloudProvider: text, region: text },
  };
  const wire = wireWith({
    type: 'object',
    required: ['name', 'hosting', 'tier', 'slug'],
    properties: { name: text, hosting, tier: { enum: ['silver', 'bronze'] }, slug: text, note: text },
  });
  const { body } = deploymentRequest(wire, () => 'new', { shown: SHOWN });
  // What is in no list of values, and what tells one deployment from another, is left to the document.
  expect(body).toEqual({ name: 'new', hosting: { cloudProvider: 'azure', region: 'north' } });
});

test('where nothing more is required, or nothing is shown, only the name is sent', () => {
  const wire = wireWith({ type: 'object', required: ['name'], properties: { name: text, region: text } });
  expect(deploymentRequest(wire, () => 'new', { shown: SHOWN }).body).toEqual({ name: 'new' });
  const needy = wireWith({ type: 'object', required: ['name', 'tier'], properties: { name: text, tier: text } });
  expect(deploymentRequest(needy, () => 'new').body).toEqual({ name: 'new' });
});
