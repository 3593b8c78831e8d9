import { BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import fc from 'fast-check';
import type { Actor } from '../../harness/client/actor.ts';
import { caseIf, inEach, ifGiven } from '../../harness/check/in-each.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { SIGNS, freshOfLength } from '../../harness/client/unique.ts';
import { property } from '../../harness/check/property.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { afterUpdate, expectStoredIfTaken, refusedUpdate, update } from './histories.ts';
import {
  addableVariables,
  afterEmpty,
  prepareVariables,
  standingValue,
  variablesIn,
  type Variables,
} from './settings.ts';

test(...verifies('deployments.update.template-variables-add'), async ({ check, admin }) => {
  const before = variablesIn(await settingsOf(admin));
  // No operation certainly removes a key, so that each can be added once.
  const [first, second] = addableVariables(check, before);
  const [standing] = Object.entries(before).map((one) => Object.fromEntries([one]) as Variables);
  const oauth = check.asOptional('OAUTH_TOKEN');
  await inEach(
    check,
    {
      alone: { added: first, beside: {}, actor: admin },
      'beside one that stands there, after a refused update': second && {
        added: second,
        beside: { ...standing },
        actor: oauth ?? admin,
      },
    },
    async ({ added, beside, actor }) => {
      await refusedUpdate(admin);
      const after = await afterUpdate(admin, actor, { templateVariables: { ...beside, ...added } });
      expect(variablesIn(after)).toMatchObject(added);
    },
  );
});

/** Keys that a tenant may take or not; none of them can certainly be removed, so that they are always the same. */
const KEYS = {
  'letters beyond Latin': 'conformance_ключ_鍵',
  'with signs': 'conformance.key-1',
  'in capital letters': 'CONFORMANCE_KEY',
  'the same in small letters': 'conformance_key',
} as const;

/** Keys that stay in a deployment for good; undefined in one that is not the run's own. */
function manyKeys({ tenant: { isLive, sources } }: Check): Variables | undefined {
  if (isLive && sources.DEPLOYMENT_ID !== 'made') return undefined;
  return Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`conformance_many_${at}`, 'added']));
}

test.describe('keys', () => {
  test(...verifies('deployments.update.template-variables-add'), async ({ check, admin }) => {
    const before = variablesIn(await settingsOf(admin));
    // A key that an earlier run added, and that nothing removes, is left out.
    const cases = Object.entries(KEYS).map(
      ([name, key]) => [name, caseIf(!Object.hasOwn(before, key), () => key)] as const,
    );
    await inEach<string>(check, Object.fromEntries(cases), async (key) => {
      await expectStoredIfTaken(admin, { templateVariables: { [key]: 'added' } });
    });
    await inEach(check, { 'sixty keys': manyKeys(check) }, async (templateVariables) => {
      await expectStoredIfTaken(admin, { templateVariables });
    });
  });
});

async function expectEachStored(admin: Actor, actor: Actor, variables: readonly Variables[], beside: object = {}) {
  for (const templateVariables of variables) {
    const after = await afterUpdate(admin, actor, { templateVariables, ...beside });
    expect(variablesIn(after)).toMatchObject(templateVariables);
  }
}

test(...verifies('deployments.update.template-variables-replace'), async ({ check, admin }) => {
  const { before, others } = await prepareVariables(check, admin);
  const former = Object.fromEntries(Object.keys(others).map((key) => [key, before[key]]));
  const oauth = check.asOptional('OAUTH_TOKEN');
  const beside = standingValue(await settingsOf(admin), 'launchpadTabs');
  await inEach(
    check,
    {
      'each alone': { sent: Object.entries(others).map((one) => Object.fromEntries([one])), actor: admin },
      'all together': { sent: [former], actor: admin },
      'with an OAuth token': oauth && { sent: [others], actor: oauth },
      'beside another member': { sent: [former], actor: admin, more: beside },
    },
    async ({ sent, actor, more }: { sent: readonly Variables[]; actor: typeof admin; more?: object }) => {
      await expectEachStored(admin, actor, sent, more);
    },
  );
  const [key = ''] = Object.keys(others);
  const put = (value: unknown) => update(admin, { templateVariables: { [key]: value } });
  const shown = async () => variablesIn(await settingsOf(admin))[key];
  await inEach(
    check,
    {
      'a text with signs': () => expectStoredIfTaken(admin, { templateVariables: { [key]: SIGNS } }),
      'a long text': () => expectStoredIfTaken(admin, { templateVariables: { [key]: freshOfLength('value', 2_000) } }),
      'texts that may be read as other values': () => expectTextsStored(admin, Object.keys(others)),
      'an empty text': async () => {
        const values = [before[key], others[key]];
        const after = await afterEmpty(values, put, shown, '');
        expect(after, `${key} after an update with an empty string`).not.toEqual(values);
      },
    },
    (judge) => judge(),
  );
});

/** Texts that software takes for something else. */
const TEXTS = [
  ['one\nand two', '007'],
  ['true', 'null'],
] as const;

/** Gives keys such texts, one after the other, as far as the tenant takes them. */
async function expectTextsStored(admin: Actor, keys: readonly string[]): Promise<void> {
  for (const values of TEXTS) {
    const texts = keys.map((key, at) => [key, values[at % values.length]]);
    await expectStoredIfTaken(admin, { templateVariables: Object.fromEntries(texts) as Variables });
  }
}

function without(variables: Variables, named: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([key]) => !(key in named)));
}

async function updateWithEach(actor: Actor, variables: readonly Variables[], beside: object = {}): Promise<void> {
  for (const templateVariables of variables) await update(actor, { templateVariables, ...beside });
}

test(...verifies('deployments.update.template-variables-keep'), async ({ check, admin }) => {
  const { before, others } = await prepareVariables(check, admin);
  const settings = await settingsOf(admin);
  let now = variablesIn(settings);
  const [first = {}, ...rest] = Object.entries(others).map((one) => Object.fromEntries([one]) as Variables);
  const former = Object.fromEntries(Object.keys(first).map((key) => [key, before[key]]));
  const oauth = check.asOptional('OAUTH_TOKEN');
  /** Another key gets an empty text, where the tenant takes that. */
  const emptied = async () => {
    await update(admin, { templateVariables: Object.fromEntries(Object.keys({ ...rest[0] }).map((key) => [key, ''])) });
    now = variablesIn(await settingsOf(admin));
  };
  const shownAs = (name: 'template' | 'launchpadTabs' | 'region') =>
    caseIf((settings[name] ?? null) !== null, () => ({
      sent: [first],
      more: { [name]: settings[name] },
      actor: admin,
    }));
  await inEach(
    check,
    {
      'each key alone': { sent: [first, ...rest], actor: admin },
      'a value that stands there': { sent: [first], actor: admin },
      'after a refused update': { sent: [former], actor: admin, first: () => refusedUpdate(admin) },
      'an empty text beside it': caseIf(rest.length > 0, () => ({ sent: [first], actor: admin, first: emptied })),
      'beside a template': shownAs('template'),
      'beside launchpadTabs': shownAs('launchpadTabs'),
      'beside a region': shownAs('region'),
      'with an OAuth token': oauth && { sent: [former], actor: oauth },
      [BY_PLAIN]: ifGiven(holderOfAll(check), (actor) => ({ sent: [first], actor })),
    },
    async ({ sent, actor, first: prepare, more }: Keeping<typeof admin>) => {
      await prepare?.();
      const was = now;
      // Refused updates change nothing and prove nothing.
      await updateWithEach(actor, sent, more);
      const named = Object.assign({}, ...sent) as Variables;
      now = variablesIn(await settingsOf(admin));
      expect(without(now, named)).toEqual(without(was, named));
    },
  );
  const turned = turnedOf(others, before, now);
  await inEach(check, { 'two at the same time': caseIf(turned.length > 1, () => turned.slice(0, 2)) }, async (both) => {
    const bodies = both.map((one) => Object.fromEntries([one]) as Variables);
    const answers = await Promise.all(bodies.map((templateVariables) => update(admin, { templateVariables })));
    // Whether the tenant takes both is open.
    const taken = bodies.filter((_, at) => isSuccess(answers[at] as Answer));
    expect(variablesIn(await settingsOf(admin))).toMatchObject(Object.assign({}, ...taken) as Variables);
  });
});

/** Of each key the value of two that does not stand there. */
function turnedOf(others: Variables, before: Variables, now: Variables) {
  return Object.keys(others).map((key) => [key, now[key] === before[key] ? others[key] : before[key]] as const);
}

interface Keeping<Actor> {
  readonly sent: readonly Variables[];
  readonly actor: Actor;
  readonly first?: () => Promise<void>;
  readonly more?: object;
}

test.describe('any input', () => {
  test(...verifies('deployments.update.template-variables-keep'), async ({ check, admin }) => {
    const { before, others } = await prepareVariables(check, admin);
    const keys = Object.keys(others);
    const change = fc
      .tuple(fc.subarray(keys, { minLength: 1 }), fc.boolean())
      .map(([some, isBack]) => Object.fromEntries(some.map((key) => [key, (isBack ? before : others)[key]])));
    let former = before;
    await property(
      check,
      change,
      async (templateVariables) => {
        await admin.preparing.updateDeployment({ templateVariables });
        const kept = without(former, templateVariables);
        former = variablesIn(await settingsOf(admin));
        expect(without(former, templateVariables)).toEqual(kept);
      },
      { classesOf: () => ['one change after the other'] },
    );
  });
});

test(...verifies('deployments.update.template-variables-empty'), async ({ check, admin }) => {
  await prepareVariables(check, admin);
  const settings = await settingsOf(admin);
  const oauth = check.asOptional('OAUTH_TOKEN');
  await inEach(
    check,
    {
      alone: { actor: admin, more: {} },
      'a second time': { actor: admin, more: {} },
      'beside another member': { actor: admin, more: standingValue(settings, 'templateVariables') },
      'with an OAuth token': oauth && { actor: oauth, more: {} },
    },
    async ({ actor, more }) => {
      const after = await afterUpdate(admin, actor, { templateVariables: {}, ...more });
      expect(variablesIn(after)).toEqual(variablesIn(settings));
    },
  );
});
