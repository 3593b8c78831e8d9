import type { Family } from './families.ts';

/**
 * Types for the parts of the contract's OpenAPI document that the suite reads. The document has more members; the
 * linter, not these types, checks that it is valid OpenAPI.
 */
export interface ContractDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly Server[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface Server {
  readonly url: string;
  readonly description?: string;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = {
  readonly [M in Method]?: Operation;
} & {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly servers?: readonly Server[];
  /** The binding that replaces a segment of the path; the path here has its default. */
  readonly 'x-binding'?: string;
};

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [Family];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Content;
    /** The body is printed as optional, partial or merging, so that no tenant may require a member of it. */
    readonly 'x-partial'?: true;
  };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly 'x-lines': string;
  readonly 'x-access': Access;
  /** An operation whose path and method are only the reference tenant's defaults. */
  readonly 'x-binding'?: string;
}

export type Credential = 'platform' | 'scim' | 'core-data' | 'ai' | 'tenant-embed-session';

/** Who may and may not call an operation; each rule with the lines of the specification that state it. */
export interface Access {
  readonly credential: Credential;
  /** Only a principal whose user has the admin role. */
  readonly administrator?: string;
  /** Every key that is scoped to deployments is refused. */
  readonly scopedKeyRefused?: string;
  /** A key that is scoped to deployments other than the one in the path is refused. */
  readonly scopedKeyElsewhereRefused?: string;
  /** Embed sessions are refused; `4xx` where the specification states no status. */
  readonly embedSessionRefused?: { readonly lines: string; readonly status: 403 | '4xx' };
  /** Further requirements about who may call it. */
  readonly rules?: readonly string[];
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly 'x-binding'?: string;
  readonly 'x-requirement'?: string;
}

export interface Response {
  readonly description: string;
  readonly content?: Content;
  readonly 'x-requirement'?: string;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** A JSON Schema of draft 2020-12: the members that the suite reads itself. Ajv reads all of them. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly deprecated?: boolean;
  readonly 'x-binding'?: string;
  readonly 'x-requirement'?: string;
  readonly [keyword: string]: unknown;
}

/** An operation of the document with its method and path. */
export interface PlacedOperation {
  readonly operation: Operation;
  readonly family: Family;
  readonly method: Method;
  readonly path: string;
}

export function operationsOf(contract: ContractDocument): PlacedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ operation, family: operation.tags[0], method, path }] : [];
    }),
  );
}
