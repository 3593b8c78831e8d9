import type { components } from '../../../contracts/generated/openapi.ts';
import type { RequirementId } from '../../../contracts/requirements/index.ts';

export type SchemaName = keyof components['schemas'];

/** Values for one schema of the contract, written by hand and not derived from the schema. */
export interface SchemaSamples {
  /** Values that a conforming tenant may send or a caller may write. */
  readonly conforming: readonly unknown[];
  /** Conforming values that use what the specification leaves open. */
  readonly free?: readonly { readonly point: `U${number}`; readonly value: unknown }[];
  /** Values with exactly one defect, each against a rule of the specification. */
  readonly defects?: readonly {
    readonly defect: string;
    readonly lines: string;
    readonly value: unknown;
    /** The requirement that the finding has to name, where the schema is that of a response. */
    readonly blames?: RequirementId;
  }[];
}

export type Samples = Readonly<Partial<Record<SchemaName, SchemaSamples>>>;
