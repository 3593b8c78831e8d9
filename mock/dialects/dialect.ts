import type { Route } from '../../contracts/bindings/binding.ts';
import type { DialectName } from '../../contracts/dialects.ts';
import type { StatedBindings } from '../../contracts/bindings/resolve.ts';
import type { Operation, Schema } from '../../contracts/document.ts';
import type { Answer, OpenWhy } from '../answer.ts';
import type { IdKind, ValueKind } from './kinds.ts';
import type { VendorKind } from '../vendor/ways.ts';
import type { Policy } from '../world/account.ts';

/** What goes out on the wire when behaviour is done. */
export interface Shape {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

/**
 * One way of using what the specification leaves open. Everything in here may differ between two tenants that both
 * conform; nothing in here may break a requirement.
 */
export interface Dialect {
  readonly name: DialectName;
  /** Names other than the defaults. */
  readonly names: StatedBindings;
  /** Operations whose lists have no pages: nothing about pages is printed of them. */
  readonly unpaged: ReadonlySet<string>;
  /** The status of a success where none is printed. */
  readonly success: (answer: Answer, operation: Operation) => number;
  /** The status of a refusal where none is printed. */
  readonly refusal: (why: OpenWhy) => number;
  readonly problem: (status: number, problems: readonly string[]) => Shape;
  /** What is sent where nothing is served. */
  readonly noRoute: (problems: readonly string[]) => Shape;
  /** The body of an answer, with dates and whatever else this dialect adds or leaves out. */
  readonly write: (body: unknown) => string;
  readonly cursor: CursorForm;
  /** How many elements a page has where none or too many are asked for, and whether too many are refused. */
  readonly pageSizes: { readonly otherwise: number; readonly most: number; readonly beyond?: 'refused' };
  /** Policies of a seeded role with values that the specification does not know yet. */
  readonly grown: readonly Policy[];
  readonly unknownQuery: 'ignored' | 'refused';
  readonly unknownMembers: 'ignored' | 'refused';
  /** The media type in which requests with PATCH are taken; none of them is printed with one. */
  readonly patchType: 'application/json' | 'application/merge-patch+json';
  /** What bodies need beyond the printed members, by operation. */
  readonly further: Readonly<Record<string, FurtherBody>>;
  /** The member with the version of a task or a delivery, which an update repeats; undefined where they have none. */
  readonly storedVersion: string | undefined;
  /** Milliseconds until a job can be read by its id, and until a new thing shows in lists. */
  readonly late: { readonly jobs: number; readonly lists: number };
  /** What needs a plan that the account has not. */
  readonly needsPlan: { readonly sharedCopies: boolean; readonly embedSubjects: boolean };
  /** The built-in roles that users hold who come to the account, by their names. */
  readonly newcomersHold: readonly string[];
  /** What requests come to where nothing is printed. */
  readonly outcomes: Outcomes;
  /** In which of the listed spellings a version is stored. */
  readonly versionSpelling: 'plain' | 'prefixed';
  /** How the document is written. */
  readonly document: {
    readonly syntax: 'json' | 'yaml' | 'none';
    readonly nullable: 'types' | 'anyOf';
    readonly lists: 'plain' | 'nullable';
    readonly servers: 'root' | 'prefix' | 'template';
    readonly enums: 'inline' | 'named';
    readonly choices: 'listed' | 'bases';
    readonly pathItems: 'inline' | 'components';
    readonly pathNames: 'usual' | 'snake' | 'short';
    readonly parameters: 'declared' | 'reversed';
    readonly extent: 'whole' | 'without named' | 'half' | 'hollow';
  };
  /** How ids are written whose type is not printed, by the kind of thing. */
  readonly ids: Readonly<Partial<Record<IdKind, IdForm>>>;
  /** What is said in place of values that no list is printed of. */
  readonly vocabularies: Readonly<Partial<Record<ValueKind, Readonly<Record<string, string>>>>>;
  /** How the document tells of members of requests that are not printed. */
  readonly told: 'by example' | 'declared' | 'both';
  /** Whether the document writes these members among the printed ones or beside them. */
  readonly bodyForm: 'merged' | 'allOf';
  /** The member that holds an answer which is not printed as a whole; '' where the answer is the thing. */
  readonly wrap: string;
  /** The order of lists whose order is not printed. */
  readonly order: 'ascending' | 'descending';
  /** Whether an embed session that was exchanged can be exchanged again. */
  readonly embedSessions: 'reusable' | 'single-use';
  /** How a request for an embed session names a user of the account in place of an outsider, where it may. */
  readonly internalUsers: InternalUsers | undefined;
  /** Whether SCIM takes API keys of administrators beside tokens of its own kind. */
  readonly scimTokens: 'keys' | 'own kind';
  /** What there is beyond what is printed, to make and remove things with. */
  readonly vendor: Vendor;
  /** Things that are paused and resumed by an update in place of paths of their own. */
  readonly states: Readonly<Partial<Record<'scheduled-tasks' | 'report-deliveries', StateMember>>>;
  /** The member of an update that hands a delivery to another owner; undefined where that has a path of its own. */
  readonly newOwner: string | undefined;
  /** The member by which a reply names its thread in a list that shows both; undefined where a thread holds its replies. */
  readonly replyMember: string | undefined;
  /** A prefix of the Core Data API's paths: its base path is configurable. */
  readonly dataApiBase: string;
  /** Whether the document declares the operations of the other APIs, and whether answers show their addresses. */
  readonly otherApis: { readonly declared: boolean; readonly shown: boolean };
  /** What the members with these addresses are called, as dotted paths. */
  readonly otherApiNames: Readonly<Record<'coreData' | 'ai' | 'account', string>>;
}

/** The member that names a user of the account, and what it holds. */
export interface InternalUsers {
  readonly member: string;
  readonly by: 'address' | 'id';
}

/** The member that says whether a thing is paused, and what it holds. */
export interface StateMember {
  readonly member: string;
  readonly paused: string | boolean;
  readonly active: string | boolean;
}

/** What requests come to where nothing is printed, and what answers show of it. */
export interface Outcomes {
  /** What comes of the creation of a role without policies. */
  readonly roleWithoutPolicies: 'taken' | 'refused';
  /** How a description that was sent as an empty text is stored. */
  readonly emptyDescription: 'text' | 'null';
  /** What comes of a read of a built-in role. */
  readonly builtInRole: 'unknown' | 'shown';
  /** What comes of the deletion of a role that somebody holds. */
  readonly heldRole: 'deleted' | 'kept';
  /** What a page without elements has in place of its cursors. */
  readonly noCursor: 'null' | 'absent' | 'empty';
  /** How a page says that no other follows, where the place of its cursor is open. */
  readonly lastPage: 'flag' | 'empty cursor' | 'no cursor';
  /** Whether an answer whose list is empty has the list. */
  readonly emptyLists: 'shown' | 'left out';
  /** What the deprecated list of reports beside a page has. */
  readonly legacyData: 'page' | 'first page';
  /** Which reports the deprecated count counts. */
  readonly legacyCount: 'all' | 'filtered';
  /** Where a search for reports looks, and whether letter case matters there. */
  readonly reportSearch: 'any case' | 'as written';
  /** How the hash of a file is written. */
  readonly hash: 'hex' | 'base64' | 'prefixed';
  /** How a preview shows whether it has ended: by a status, or by a flag in its place. */
  readonly previewState: 'status' | 'ended' | 'running';
  /** Whether a request for a preview names a data source, or the tenant takes the one of the deployment. */
  readonly previewSource: 'named' | 'of the deployment';
  /** Whether a setting that has no effect is shown again. */
  readonly ignoredSetting: 'dropped' | 'shown';
  /** Whether settings that a user never changed are shown. */
  readonly unsetSettings: 'shown' | 'left out';
  /** Who may read how the application looks. */
  readonly appConfig: 'everybody' | 'administrators';
  /** Which scheme words are taken beside the printed ones. */
  readonly schemes: 'printed' | 'both';
  /** What a key that is scoped to deployments may read of the account. */
  readonly scopedKeyOnAccount: 'as its user' | 'nothing';
  /** What comes of a request for a session of an embed tenant that nobody has made. */
  readonly unknownEmbedTenant: 'made' | 'refused';
  /** Whether the list of deployments begins with some that were deleted, and what says so. */
  readonly retiredDeployments: 'left out' | 'by a state' | 'by a date';
  /** Whether a deleted API key goes on being shown, with a mark. */
  readonly deletedKeys: 'left out' | 'marked';
  /** Whether the list of threads has pages. */
  readonly threadPages: 'one' | 'several';
}

/** Operations that the specification does not print, as a dialect serves them. */
export interface Vendor {
  /** Where each is served, by its id; one that is not offered has no route. */
  readonly routes: Readonly<Record<string, Route>>;
  /** What a member is called, by the kind of thing. */
  readonly called: (kind: VendorKind | 'api-keys', member: string) => string;
  /** Members of the body that creates an API key. */
  readonly keyMembers: readonly string[];
  /** The member of an answer that holds the thing; '' where the answer is the thing. */
  readonly wrap: string;
  /** Whether the thing of an answer, and each of a list, is a resource object of JSON:API. */
  readonly isResource: boolean;
  /** Whether a body says the type of the thing beside its attributes. */
  readonly saysType: boolean;
  /** The members of a body, one in the other, that hold what is said of the thing; none where the body is that. */
  readonly bodyIn: (kind: VendorKind) => readonly string[];
  /** Whether a body names other things by their ids, or by objects that say of which kind they are. */
  readonly refersBy: 'id' | 'object' | 'path';
  /** A header that every creation needs. */
  readonly creationHeader: string | undefined;
  /** Where a list keeps its elements and its cursor, as dotted paths; no items for a bare list. */
  readonly list: { readonly items: string; readonly cursor: string; readonly more: string };
}

/** In place of the id that behaviour has. */
export type IdForm = 'number' | 'long' | 'text' | 'uuid';

/** Members that a body needs beyond the printed ones. */
export interface FurtherBody {
  /** A schema of the body that says nothing of other members. */
  readonly schema: Schema;
  /** Members that repeat an id of the path, by the name of the path parameter. */
  readonly repeats: Readonly<Record<string, string>>;
}

/** How a cursor is written, and what it stands for; undefined for what is no cursor. */
export interface CursorForm {
  readonly write: (key: Key) => string;
  readonly read: (cursor: string) => Key | undefined;
}

/** Where an element stands in its list: by this a page goes on behind it, even when it is gone by then. */
export type Key = readonly (string | number)[];
