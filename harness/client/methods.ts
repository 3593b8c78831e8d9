import type { operations } from '../../contracts/generated/openapi.ts';
import type { PATH_PARAMETERS } from '../../contracts/generated/path-parameters.ts';
import type { OperationId } from '../../contracts/operations.ts';
import type { Secret } from '../http/secrets.ts';

/** The types of an actor's methods, derived from the contract's document. */

type Texts<Names extends readonly unknown[]> = { -readonly [Index in keyof Names]: string | number };
type PathArguments<Id extends OperationId> = Texts<(typeof PATH_PARAMETERS)[Id]>;

type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never;
type ContentOf<Response> = Response extends { content: infer Content } ? Json<Content> : never;

/** A secret from a response may be sent as a `Secret` object. */
type Sendable<Body> = Body extends { readonly sessionId?: unknown }
  ? Omit<Body, 'sessionId'> & { [Name in keyof Body as Name extends 'sessionId' ? Name : never]: Secret | Body[Name] }
  : Body;

/** The body argument of an operation: none, required or optional. */
type BodyArgument<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? [body: Sendable<Json<Content>>]
  : operations[Id] extends { requestBody?: infer Body }
    ? [Exclude<Body, undefined>] extends [never]
      ? []
      : [body?: Sendable<ContentOf<Exclude<Body, undefined>>>]
    : [];

type Query<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Query } }
  ? [Exclude<Query, undefined>] extends [never]
    ? []
    : [query?: Exclude<Query, undefined>]
  : [];

export type Arguments<Id extends OperationId> = [...PathArguments<Id>, ...BodyArgument<Id>, ...Query<Id>];

type Responses<Id extends OperationId> = operations[Id]['responses'];
type SuccessKey = 200 | 201 | 202 | 204 | '2XX';

/** Secret members are `Secret` objects, which print as redacted. */
type Guarded<Body> = Body extends { readonly token?: unknown } | { readonly sessionId?: unknown }
  ? { [Name in keyof Body]: Name extends 'token' | 'sessionId' ? Secret | Exclude<Body[Name], string> : Body[Name] }
  : Body;

/** The body of an operation's success, in the contract's names. */
export type Success<Id extends OperationId> = {
  [Key in keyof Responses<Id>]: Key extends SuccessKey ? Guarded<ContentOf<Responses<Id>[Key]>> : never;
}[keyof Responses<Id>];

/** `admin.updateRole(role.id, { name })`: path parameters in their order, then the body, then the query. */
export type Methods = { readonly [Id in OperationId]: (...given: Arguments<Id>) => Promise<Success<Id>> };
