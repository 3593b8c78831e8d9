import type { OperationId } from '../operation-id.ts';

/** Where in a tenant's own document a name is looked for. Rules are data: one reader in `discover.ts` serves all. */
export type Discovery =
  /** A path with `*` for what is wanted and `{}` for any parameter: `/api/v1/deployments/{}/*-sync`. */
  | {
      readonly rule: 'segment';
      readonly path: string;
      readonly method: 'get' | 'post' | 'put';
      /** Segments of which the first that is there is taken, where several fit. */
      readonly prefer?: readonly string[];
    }
  /** Methods in order of preference and path patterns with `{}` for any parameter, `{user}` for one that names a user and `a|b` for either word. */
  | {
      readonly rule: 'operation';
      readonly methods: readonly string[];
      readonly paths: readonly string[];
      /** What the path is made of where no pattern fits, in any order, whatever it is scoped to. */
      readonly words?: string;
      /** What the elements of the list have that it answers with, by their names: one of these and none of those. */
      readonly elements?: { readonly have: string; readonly lack: string };
      /** What an update of the thing does as well, where no path of its own is declared. */
      readonly orUpdate?: Change;
    }
  /** The body of an update that does what has no path of its own: the member with the value that a state has then. */
  | { readonly rule: 'state'; readonly route: string; readonly change: State; readonly at?: Route | undefined }
  /** The body of the request that shares a thing: none where the path names with whom. */
  | { readonly rule: 'sharing'; readonly route: string; readonly at?: Route | undefined }
  /** A change that an update of an operation may make, to tell it from what was there before. */
  | { readonly rule: 'change'; readonly operation: OperationId }
  /** A member of an operation's request or answer, by name patterns in order of preference, or by what it holds. */
  | {
      readonly rule: 'member';
      readonly operation: OperationId;
      readonly in: 'request' | 'answer';
      /** The member that holds it, where it is not on the top level, as a dotted path. `*` is the list of an answer, `[]` steps into elements, `{id}` is the name that a binding resolved to. */
      readonly under?: string;
      readonly like: readonly string[];
      readonly type?: 'string' | 'boolean' | 'integer' | 'object' | 'array';
      /** Whether the name may be inside another member, such as in the only element of a list of edits: `edits[].search`. */
      readonly mayBeInside?: boolean;
      /** Whether the name itself is printed, so that it stands where nothing fits. */
      readonly isPrinted?: boolean;
      /** Of which things a member may hold the paths, such as `dashboards/1`; any member that holds no path is one as well. */
      readonly pathTo?: string;
      /** Where nothing fits, the only member is taken whose description is like this. */
      readonly orSaid?: string;
      /** A text of which one value is like this is taken where nothing else fits: a state that says what a flag would say. */
      readonly orValues?: string;
      /** Where nothing fits, the only member is taken that has the listed values of the query parameter with a name like this. */
      readonly orValuesOf?: string;
      /** Where nothing fits, the only text with a name like this is taken that stands deeper: `content.blocks[].text`. */
      readonly orDeeper?: string;
      /** A flag with a name like this is taken where nothing else fits: `done` in the place of a status. */
      readonly orFlag?: string;
      /** Where nothing fits, the only number with a name like this is taken, also inside of another member: `dashboard: { id }`. */
      readonly orNumber?: string;
      /** Where nothing fits, the only free text whose name is not like this is taken, of those that the request requires first. */
      readonly orUnlike?: string;
      /** Elements without a member like this are groups, whose first element has what is looked for, by the same names. */
      readonly orGroupWithout?: string;
      /** Of a group and what is in it, each with a member that fits, the member of what is in it is meant. */
      readonly isOfEach?: true;
      /** Where nothing fits, the id in an object, or in one branch of a choice, that refers to a thing of such a kind by its type. */
      readonly orReferenceTo?: string;
      /** Where nothing fits, the only member that may be an id is taken. */
      readonly orOnlyId?: boolean;
      /** Where nothing fits, the only member of the type is taken. */
      readonly orOnly?: boolean;
    }
  /** A query parameter or header of an operation, by its name or by the values that it takes. */
  | {
      readonly rule: 'parameter';
      readonly operation: OperationId;
      readonly in: 'query' | 'header';
      readonly like: readonly string[];
      readonly values?: readonly string[];
    }
  /** The values that a member may take, those like a pattern. */
  | {
      readonly rule: 'values';
      readonly like?: string;
      readonly operation: OperationId;
      readonly in: 'request' | 'answer';
      readonly member: string;
    }
  /** Two values for each member of a request, of those that the document lists; the defaults where it lists none. */
  | { readonly rule: 'choices'; readonly operation: OperationId }
  /** The example that the tenant's document gives for an operation's request. */
  | { readonly rule: 'example'; readonly operation: OperationId }
  /** Where a list keeps its elements and its cursor. */
  | { readonly rule: 'envelope'; readonly operation: OperationId }
  /** The same of a list whose address is a name as well. */
  | { readonly rule: 'envelope at'; readonly route: string; readonly at?: Route | undefined };

/** A change of a thing that an update may do: of its state, or of whose it is. */
export type Change = State | 'owner';
export type State = 'paused' | 'active';

/** Where a list keeps its elements and its cursor, as dotted paths into the answer; '' is the answer itself. */
export interface Envelope {
  readonly items: string;
  readonly endCursor: string;
  readonly hasNextPage: string;
}

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
}

interface Common {
  readonly what: string;
  /** The open point of the specification that leaves the name free. */
  readonly point: `U${number}`;
  readonly discover?: Discovery;
  /** A tenant may ignore a request with another name, which nothing tells from a broken promise: the default is only for ours. */
  readonly isNeverGuessed?: boolean;
}

/** A name that the specification leaves open and a check needs, with what the reference tenant calls it. */
export type Binding = Common &
  (
    | { readonly kind: 'name'; readonly default: string }
    | { readonly kind: 'names'; readonly default: readonly string[] }
    | { readonly kind: 'route'; readonly default: Route }
    | { readonly kind: 'envelope'; readonly default: Envelope }
    | { readonly kind: 'body'; readonly default: Readonly<Record<string, unknown>> }
  );

export type Bindings = Readonly<Record<string, Binding>>;

/** Statuses of a job, by what vendors call them. */
export const UNENDED =
  'accept|compil|creat|new|pend|prepar|process|progress|queue|run|schedul|start|submit|wait|work|[a-z]{3}ing$';
/** Flags that say whether a job has ended, by what vendors call them; those that are set while it runs say the contrary. */
export const ENDED = '^(is_?|has_?)?(done|completed?|finished|ended|ready)$';
export const RUNNING = '^(is_?)?(running|pending|in_?progress|active|processing|queued)$';
export const COMPLETED = '^(complete|completed|done|finish|finished|ok|ready|succeed|succeeded|success|successful)$';

export const ENVELOPE: Envelope = {
  items: 'items',
  endCursor: 'pageInfo.endCursor',
  hasNextPage: 'pageInfo.hasNextPage',
};
