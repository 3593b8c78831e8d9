import fc from 'fast-check';
import { NAMES, NUMBER_LOOK_ALIKES, SLUGS } from './deployments.ts';
import { policies, policy, type Policy } from './policies.ts';
import { word, wrongText } from './text.ts';

/** 400 where the specification states it, otherwise any status of the class. */
export type RefusalStatus = 400 | '4xx';

interface Defect {
  readonly policy: unknown;
  readonly status: RefusalStatus;
  readonly why: string;
}

/** A policy with one defect, and the valid policy that it was derived from. */
export interface BrokenPolicy extends Defect {
  readonly neighbour: Policy;
}

/** Puts one defect into a valid policy. */
type Breakage = (valid: Policy) => Defect;

function always(status: RefusalStatus, why: string, broken: (valid: Policy) => unknown): fc.Arbitrary<Breakage> {
  return fc.constant((valid: Policy) => ({ policy: broken(valid), status, why }));
}

/** Inserts an entry into a list, or replaces the list by it. */
interface Placing {
  readonly isAmongOthers: boolean;
  readonly at: number;
}
const placing: fc.Arbitrary<Placing> = fc.record({ isAmongOthers: fc.boolean(), at: fc.nat({ max: 7 }) });

function placed(entry: unknown, others: readonly unknown[], { isAmongOthers, at }: Placing): unknown[] {
  return isAmongOthers ? others.toSpliced(at % (others.length + 1), 0, entry) : [entry];
}

/** A resource that is not a deployment id, alone or among ids. Not next to All, which would be a second defect. */
function wrongResource(status: RefusalStatus, wrong: fc.Arbitrary<{ text: unknown; why: string }>) {
  return fc.tuple(wrong, placing).map(([{ text, why }, where]): Breakage => (valid) => {
    const ids = valid.resources.filter((one) => one !== 'All');
    return { policy: { ...valid, resources: placed(text, ids, where) }, status, why: `a resource is ${why}` };
  });
}

/** JSON values that are not lists. */
const noList = fc.constantFrom<unknown>('DeploymentRead', 1, true, { 0: '1' });
/** Tenants may add types and actions, so an invented one has a name that none will have. */
const madeUp = word().map((text) => `NoSuch${text}`);

function breaking(status: RefusalStatus, why: string, values: fc.Arbitrary<unknown>, member: keyof Policy) {
  return values.map((value): Breakage => (valid) => ({ policy: { ...valid, [member]: value }, status, why }));
}

function without(member: keyof Policy): fc.Arbitrary<Breakage> {
  return always('4xx', `${member} is missing`, (valid) =>
    Object.fromEntries(Object.entries(valid).filter(([key]) => key !== member)),
  );
}

const BREAKAGES = {
  noAction: always(400, 'it grants no action', (valid) => ({ ...valid, actions: [] })),
  noResource: always(400, 'it names no resource', (valid) => ({ ...valid, resources: [] })),
  slugResource: wrongResource(400, wrongText(SLUGS)),
  nameResource: wrongResource(400, wrongText(NAMES)),
  lookAlikeResource: wrongResource(400, wrongText(NUMBER_LOOK_ALIKES)),
  numberResource: wrongResource(
    '4xx',
    fc.integer({ min: 1, max: 999 }).map((text) => ({ text, why: 'a number instead of a string' })),
  ),
  resourceTypeMissing: without('resourceType'),
  actionsMissing: without('actions'),
  resourcesMissing: without('resources'),
  resourceTypeUnknown: breaking('4xx', 'its resource type does not exist', madeUp, 'resourceType'),
  resourceTypeNoText: breaking('4xx', 'its resource type is not a string', fc.constantFrom(1, true), 'resourceType'),
  actionUnknown: fc.tuple(madeUp, placing).map(([action, where]): Breakage => (valid) => ({
    policy: { ...valid, actions: placed(action, valid.actions, { ...where, isAmongOthers: true }) },
    status: '4xx',
    why: 'one of its actions does not exist',
  })),
  actionsNoList: breaking('4xx', 'its actions are not a list', noList, 'actions'),
  resourcesNoList: breaking('4xx', 'its resources are not a list', noList, 'resources'),
  noPolicy: fc.constantFrom('Deployment', 1, true).map((value): Breakage => () => ({
    policy: value,
    status: '4xx',
    why: 'it is not an object',
  })),
} satisfies Record<string, fc.Arbitrary<Breakage>>;

export type PolicyDefect = keyof typeof BREAKAGES;
const POLICY_DEFECT_KINDS = Object.keys(BREAKAGES) as PolicyDefect[];

/** The defects for which the specification states 400. */
export const PRINTED_DEFECTS: readonly PolicyDefect[] = [
  'noAction',
  'noResource',
  'slugResource',
  'nameResource',
  'lookAlikeResource',
];

function broken(valid: Policy, breakage: Breakage): BrokenPolicy {
  return { ...breakage(valid), neighbour: valid };
}

/** For each kind of defect, policies with exactly this defect. */
export const POLICY_DEFECTS = Object.fromEntries(
  POLICY_DEFECT_KINDS.map((kind) => [
    kind,
    fc.tuple(policy(), BREAKAGES[kind]).map(([valid, breakage]) => broken(valid, breakage)),
  ]),
) as Readonly<Record<PolicyDefect, fc.Arbitrary<BrokenPolicy>>>;

/** A list of policies that has to be refused because of one of them, and the valid list that it was derived from. */
export interface BrokenPolicies {
  readonly policies: readonly unknown[];
  readonly neighbour: readonly Policy[];
  /** Which policy it is. */
  readonly index: number;
  readonly kind: PolicyDefect;
  readonly why: string;
  readonly status: RefusalStatus;
}

const MOST = 5;

/** A list in which exactly one policy, at any index, has exactly one defect. */
export function brokenPolicies(kinds: readonly PolicyDefect[] = POLICY_DEFECT_KINDS): fc.Arbitrary<BrokenPolicies> {
  const breakages = kinds.map((kind) => BREAKAGES[kind].map((breakage: Breakage) => ({ kind, breakage })));
  return fc
    .tuple(policies({ min: 1, max: MOST }), fc.nat({ max: MOST - 1 }), fc.oneof(...breakages))
    .map(([neighbour, at, { kind, breakage }]) => {
      const index = at % neighbour.length;
      const { policy: defective, ...defect } = breakage(neighbour[index] as Policy);
      return { policies: neighbour.with(index, defective as Policy), neighbour, index, kind, ...defect };
    });
}
