import type { Parts, SourceKind } from '../../evidence/provided.ts';
import type { ActorSetting, ProvidedSetting } from '../../contracts/settings.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Actor } from '../client/actor.ts';
import type { Settings } from '../tenant/configuration.ts';
import type { WireFormat } from '../tenant/wire-format.ts';
import type { DeclaredThings } from './declared-things.ts';
import type { Rights } from './rights.ts';

/** A setting with the address of an API that a tenant serves beside that of the platform. */
export type ApiAddress = 'DATA_API_URL' | 'AI_URL';

/** A setting that names a thing, holds a credential, or is the address of another API. */
export type Wanted = ProvidedSetting | ActorSetting | ApiAddress;

/** What a source works with. */
export interface Sourcing {
  /** An administrator whose changes are in the ledger of the run. */
  readonly admin: Actor;
  /** An actor with a credential that the run obtained. */
  readonly as: (token: string) => Actor;
  /** Actors at an address that is not in the settings yet: with a credential, or without any. */
  readonly at: (setting: ApiAddress, address: string) => (token?: string) => Actor;
  /** Whether the run may contact an address. */
  readonly permits: (setting: ApiAddress, address: string) => boolean;
  /** The time by the tenant's clock, in milliseconds. */
  readonly now: () => number;
  readonly document: TenantDocument | undefined;
  readonly wire: WireFormat;
  readonly things: DeclaredThings;
  readonly rights: Rights;
  /** All that is known so far. */
  readonly settings: Settings;
  /** Distinguishes the names of this run. */
  readonly fresh: (what: string) => string;
  /** Whether a thing is the run's own, so that it may be changed. */
  readonly isOwn: (setting: Wanted) => boolean;
  /** Registers what was obtained beside the wanted setting, such as the user of a token. */
  readonly also: (setting: Wanted, value: string) => void;
  /** The parts that one user plays in turn, as far as they are prepared. */
  readonly parts: Parts;
}

/** One way to come by a setting. */
export interface Source {
  readonly kind: Exclude<SourceKind, 'stated'>;
  /** How, for the report: `the first of the list of deployments`. */
  readonly how: string;
  /** Whether it only reads; what is found is, where nothing else is said. */
  readonly onlyReads?: boolean;
  /** Settings that must be known before. */
  readonly needs?: readonly Wanted[];
  /** Settings that are tried before, whether there are values for them or not. */
  readonly after?: readonly Wanted[];
  /** Whether it gives the token of an embed session, in place of another kind of credential or as such. */
  readonly isEmbedded?: true;
  /** Makes what affects the whole account, such as a user, or does what the account is charged for. */
  readonly isOfAccount?: boolean;
  /** Makes what no operation removes and what does not end by itself. */
  readonly staysForGood?: boolean;
  /** Whether it is possible here, told without a request that changes anything. */
  readonly isPossible?: (sourcing: Sourcing) => boolean;
  /** Whether there is what it looks for, as far as that is told without a change; asked where it cannot be obtained for a look. */
  readonly look?: (sourcing: Sourcing) => Promise<boolean | undefined>;
  /** The value; undefined if there is none. A refusal is thrown. */
  readonly obtain: (sourcing: Sourcing, wanted: Wanted) => Promise<string | undefined>;
}
