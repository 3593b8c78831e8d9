import type { Actor } from '../../harness/client/actor.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { expect, test } from '../test.ts';

const settingsIn = (answer: unknown) =>
  settingsOf({ preparing: { getDeploymentSettings: () => Promise.resolve(answer) } } as unknown as Actor);

test('settings are found on the top level, as entries and in groups', async () => {
  const expected = { region: 'eu', templateVariables: { region: 'x' } };
  expect(await settingsIn({ ...expected, id: 7 })).toEqual(expected);
  expect(await settingsIn([{ key: 'region', value: 'eu' }])).toEqual({ region: 'eu' });
  expect(
    await settingsIn({
      id: 7,
      general: { name: 'Sales', region: 'eu' },
      model: { template_variables: { region: 'x' } },
    }),
  ).toEqual(expected);
});

test('what is inside of a setting, or in several groups, is no setting', async () => {
  expect(await settingsIn({ templateVariables: { region: 'x' } })).toEqual({ templateVariables: { region: 'x' } });
  expect(await settingsIn({ storage: { region: 'eu' }, compute: { region: 'us', template: 'blank' } })).toEqual({
    template: 'blank',
  });
});
