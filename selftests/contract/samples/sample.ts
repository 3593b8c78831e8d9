import type { components } from '../../../contracts/generated/openapi.ts';
import type { RequirementId } from '../../../contracts/requirements/index.ts';

export type SchemaName = keyof components['schemas'];

/** Hand-written values for one schema of the contract; nothing here is derived from the schema. */
export interface SchemaSamples {
  /** Values that a conforming tenant may send or a caller may write. */
  readonly conforming: readonly unknown[];
  /** Values that use what the specification leaves open: they conform as well. */
  readonly free?: readonly { readonly point: `U${number}`; readonly value: unknown }[];
  /** Values with exactly one defect, each against a rule that the specification prints. */
  readonly defects?: readonly {
    readonly defect: string;
    readonly lines: string;
    readonly value: unknown;
    /** The requirement that has to be blamed, where the schema is that of an answer. */
    readonly blames?: RequirementId;
  }[];
}

export type Samples = Readonly<Partial<Record<SchemaName, SchemaSamples>>>;
