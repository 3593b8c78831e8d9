import type { Family } from '../../contracts/families.ts';
import type { Credential, Schema } from '../../contracts/document.ts';
import type { Body, Call } from '../call.ts';
import type { Refers } from './references.ts';
import type { VendorKind } from './ways.ts';

type Members = Readonly<Record<string, Schema>>;
export type Thing = Readonly<Record<string, unknown>>;

interface Common {
  readonly kind: VendorKind;
  readonly family: Family;
  readonly summary: string;
  /** What a body may have, under this build's own names; a member is needed if `needed` names it. */
  readonly body?: Members;
  readonly needed?: readonly string[];
  /** The members of it that name other things. */
  readonly refers?: Readonly<Record<string, Refers>>;
  /** Another credential than that of the platform. */
  readonly credential?: Credential;
  /** Members whose names a standard gives, so that no dialect calls them otherwise. */
  readonly isStandard?: true;
}

/** An operation that vendors have and the specification does not print; all of them are for administrators. */
export type VendorOperation = Common &
  (
    | {
        readonly does: 'create' | 'read';
        /** The members of the answer. */
        readonly shows: Members;
        /** The list in which the new thing shows, in dialects where it does so late. */
        readonly listedBy?: string;
        readonly run: (call: Call, body: Body) => Thing;
      }
    | {
        readonly does: 'list';
        readonly shows: Members;
        /** The member by which the list is sorted and paged. */
        readonly by: string;
        readonly run: (call: Call) => readonly Thing[];
      }
    | { readonly does: 'set' | 'remove'; readonly run: (call: Call, body: Body) => void }
  );

/** The operations of one kind of thing, by their ids. */
export type VendorOperations = Readonly<Record<string, VendorOperation>>;

export const ID: Schema = { type: 'integer' };
export const FLAG: Schema = { type: 'boolean' };
export const NAME: Schema = { type: 'string', minLength: 1, maxLength: 255 };
export const EMAIL: Schema = { type: 'string', format: 'email' };
export const TEXT: Schema = { type: 'string' };
export const OPTIONAL_ID: Schema = { type: ['integer', 'null'] };
