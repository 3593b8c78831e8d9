import fc from 'fast-check';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { idsIn } from '../../harness/rules/lists.ts';
import { walkLarge } from '../../harness/client/paging.ts';
import { property } from '../../harness/check/property.ts';
import { Kept } from '../../harness/rules/kept.ts';
import {
  isVariables,
  SETTINGS,
  settingsOf,
  type Setting,
  type Settings,
} from '../../harness/undo/deployment-settings.ts';
import { untested } from '../../harness/failures/untested.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { refusedUpdate, update } from './histories.ts';
import { knownPair, leavesOut, valuesOf } from './settings.ts';
import { isSameVersion, versionsOf } from './versions.ts';

/** A setting, or one template variable, which is merged by itself. */
type Member = string;

/** The expected settings of the deployment, and the versions by which a version is recognised. */
interface Model {
  readonly kept: Kept<Member>;
  readonly versions: readonly unknown[];
  readonly names: readonly Setting[];
}

interface Real {
  readonly admin: Actor;
  readonly oauth: Actor;
}

type Command = fc.AsyncCommand<Model, Real>;

const VARIABLE = 'templateVariables.';

function rowOf(what: 'stores' | 'keeps', name: string): RequirementId {
  return `deployments.update.${what}-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` as RequirementId;
}

/** Settings as members, with each template variable as one, and a version in the spelling of the list. */
function membersOf(settings: Settings, { versions, names }: Omit<Model, 'kept'>): Readonly<Record<Member, unknown>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = settings[name];
      if (isVariables(value)) return Object.entries(value).map(([key, one]) => [`${VARIABLE}${key}`, one]);
      if (name !== 'releaseChannelVersion') return [[name, value]];
      return [[name, versions.find((one) => isSameVersion(one, value, versions)) ?? value]];
    }),
  );
}

/** The requirement by which a member is still there after an update that does not name it. */
function keptBy(member: Member, sent: Settings): RequirementId {
  if (Object.keys(sent).length === 0) return 'deployments.update.empty-keeps-all';
  if (!member.startsWith(VARIABLE)) return rowOf('keeps', member);
  if (!('templateVariables' in sent)) return 'deployments.update.keeps-template-variables';
  const isEmpty = Object.keys(sent.templateVariables as object).length === 0;
  return isEmpty ? 'deployments.update.template-variables-empty' : 'deployments.update.template-variables-keep';
}

/** The requirement by which a member is stored. */
function storedBy(member: Member, sent: Settings): RequirementId {
  if (member.startsWith(VARIABLE)) return 'deployments.update.template-variables-replace';
  return Object.keys(sent).length > 1 ? 'deployments.update.several-members' : rowOf('stores', member);
}

/** Settings whose values have nothing to do with those of the others, as the others' may have by then: a group its tabs. */
const TAKEN_ALONE: readonly string[] = ['releaseChannelVersionHold'];

/** The requirement by which an update succeeds: which settings are taken together, and which beside the others, is open. */
function acceptedBy(sent: Settings): RequirementId | undefined {
  const [name, ...others] = Object.keys(sent);
  if (name === undefined) return 'deployments.update.empty-keeps-all';
  if (others.length > 0) return undefined;
  if (name === 'templateVariables') return 'deployments.update.template-variables-replace';
  return TAKEN_ALONE.includes(name) ? rowOf('stores', name) : undefined;
}

/** A step, after which all settings are compared. */
function step(title: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      const shown = membersOf(await settingsOf(real.admin), model);
      await model.kept.expectIn(shown);
      // What the step left open is learnt from the reading.
      for (const name of model.names) {
        if (model.kept.valueOf(name) === undefined && name in shown)
          model.kept.set(name, shown[name], keptBy(name, { region: '' }));
      }
    },
    toString: () => title,
  };
}

function updating(sent: Settings, who: keyof Real): Command {
  return step(`update by ${who} ${JSON.stringify(sent)}`, async (model, real) => {
    const answer = await update(real[who], sent);
    const by = acceptedBy(sent);
    if (by) {
      await judging(by, () => {
        expect(answer).toSucceed();
      });
    }
    const named = isSuccess(answer) ? membersOf(sent, { ...model, names: Object.keys(sent) as Setting[] }) : {};
    for (const member of model.kept.names()) {
      if (member in named) continue;
      if (member.startsWith(VARIABLE) || !isSuccess(answer) || leavesOut(sent, member as Setting))
        model.kept.keep(member, keptBy(member, sent));
      else model.kept.forget(member);
    }
    for (const [member, value] of Object.entries(named)) model.kept.set(member, value, storedBy(member, sent));
  });
}

function refused(sent: Settings): Command {
  return step(`refused ${JSON.stringify(sent)}`, async ({ kept }, { admin }) => {
    await refusedUpdate(admin, sent);
    for (const member of kept.names()) kept.keep(member, 'deployments.update.unlisted-version');
  });
}

/** The settings that are shown in the form in which they are sent. */
function sendableIn(check: Check, settings: Settings): readonly Setting[] {
  return SETTINGS.filter((name) => {
    if (name === 'releaseChannelVersion' || (settings[name] ?? null) === null) return false;
    const pair = knownPair(check, name);
    if (!pair) return false;
    const [one] = pair;
    return typeof one === typeof settings[name] && Array.isArray(one) === Array.isArray(settings[name]);
  });
}

/** Any of the settings together, each with one of its two values, and any of the template variables. */
function changes(check: Check, names: readonly Setting[], versions: readonly unknown[]): fc.Arbitrary<Settings> {
  const values = names.map((name) => {
    const [one, other] = valuesOf(check, name);
    if (!isVariables(one) || !isVariables(other)) return [name, fc.constantFrom(one, other)] as const;
    const pairs = [...Object.entries(one), ...Object.entries(other)];
    return [name, fc.subarray(pairs).map((some) => Object.fromEntries(some))] as const;
  });
  const version = versions.length > 0 ? [['releaseChannelVersion', fc.constantFrom(...versions.slice(0, 3))]] : [];
  const model = Object.fromEntries([...values, ...version]) as Record<Setting, fc.Arbitrary<unknown>>;
  return fc.record(model, { requiredKeys: [], noNullPrototype: true });
}

test.describe('sequences', () => {
  test(...verifies('deployments.update.several-members'), async ({ check, admin }) => {
    const settings = await settingsOf(admin);
    const { value: versions = [] } = await attempt(() => versionsOf(check, admin));
    const sendable = sendableIn(check, settings);
    const hasVersion = 'releaseChannelVersion' in settings && versions.length > 0;
    const names = hasVersion ? [...sendable, 'releaseChannelVersion' as const] : sendable;
    if (names.length < 2) untested('the settings show fewer than two members of which two values are known');
    const oauth = check.asOptional('OAUTH_TOKEN') ?? admin;
    const change = changes(check, sendable, hasVersion ? versions : []);
    // Most updates of several members leave out as many others.
    const few = fc
      .tuple(change, fc.subarray([...names], { maxLength: Math.min(4, names.length) }))
      .map(([all, some]) => Object.fromEntries(Object.entries(all).filter(([name]) => some.includes(name as Setting))));
    const by = fc.constantFrom('admin' as const, 'admin' as const, 'oauth' as const);
    const commands = fc.commands(
      [
        fc.tuple(change, by).map(([sent, who]) => updating(sent, who)),
        fc.tuple(few, by).map(([sent, who]) => updating(sent, who)),
        fc.tuple(few, by).map(([sent, who]) => updating(sent, who)),
        change.map(refused),
      ],
      { maxCommands: 14 },
    );
    await property(
      check,
      commands,
      async (sequence) => {
        const model: Model = { kept: new Kept(), versions, names };
        const shown = membersOf(await settingsOf(admin), model);
        for (const [member, value] of Object.entries(shown))
          model.kept.set(member, value, keptBy(member, { region: '' }));
        await fc.asyncModelRun(() => ({ model, real: { admin, oauth } }), sequence);
      },
      { share: 0.04 },
    );
    await judging('deployments.list.shows-deployment', () =>
      eventually(check, async () => {
        const paged = idsIn({ items: await walkLarge((page) => admin.preparing.listDeployments(page)) });
        expect(paged, 'deployments on pages, once one was updated').toContain(check.provided('DEPLOYMENT_ID'));
      }),
    );
  });
});
