import type { Principal } from '../principal.ts';

/** A customer of whoever embeds dashboards: its people see what was opened to them. */
export interface EmbedTenant {
  readonly name: string;
  readonly groups: readonly string[];
  readonly groupDefinitions: readonly unknown[];
  readonly profile: Readonly<Record<string, unknown>>;
  /** Everybody who was ever given a session, by the name that the embedding application has for them. */
  readonly people: ReadonlySet<string>;
  /** What is open to this tenant itself, and the folders that are. */
  readonly workbookIds: ReadonlySet<number>;
  readonly folderIds: ReadonlySet<number>;
}

/** The ways on which an embed tenant reaches a workbook. */
export const ACCESS_SOURCES = ['tenant', 'allEmbedUsers', 'folder'] as const;

export type AccessSource = (typeof ACCESS_SOURCES)[number];

/** Rules of embed tenants, as data. */
export const embedTenantsRules = () => ({
  /** What `accessSource` may be. */
  sources: ACCESS_SOURCES as readonly AccessSource[],
  /** Whether a workbook that is reached on these ways is in the list. */
  isListed: (reachedOn: readonly AccessSource[], asked: AccessSource | undefined): boolean =>
    asked === undefined ? reachedOn.length > 0 : reachedOn.includes(asked),
  /** An embed tenant is the whole account's, so that a key for a few deployments may not take it away. */
  mayDelete: (isAdministrator: boolean, scope: Principal['scope'], isKey: boolean): boolean =>
    isAdministrator && (scope === 'all' || !isKey),
  /** The embed tenants that go when one is deleted. */
  goes: (one: EmbedTenant, named: EmbedTenant): boolean => one.name === named.name,
});
