import { parseJson } from '../../contracts/lossless-json.ts';
import type { Dialect } from '../../mock/dialects/dialect.ts';
import { plainValue } from '../../contracts/bindings/resource-objects.ts';
import { VENDOR } from '../../mock/vendor/index.ts';
import type { VendorOperation } from '../../mock/vendor/operation.ts';
import { OWN_ACCOUNT } from '../../mock/vendor/organizations.ts';
import { collectionOf, refersIn, withoutId, type Refers } from '../../mock/vendor/references.ts';
import type { VendorKind } from '../../mock/vendor/ways.ts';
import { sampleOf } from '../../mock/sample.ts';
import type { ContractDocument } from '../../contracts/document.ts';
import { expect } from '../test.ts';
import { unwrapped, type Got, type Leased } from './leased.ts';
import { Truth } from './truth.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members of what was made. */
export type Made = Readonly<Record<string, string | number>>;

/** What names a thing by an object with its kind, or by its path. */
function referring(dialect: Dialect, value: unknown, refers: Refers): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => referring(dialect, one, refers));
  if (dialect.vendor.refersBy === 'path') return `${collectionOf(refers)}/${String(value)}`;
  return { type: `${refers.kind}_reference`, [refers.by]: value };
}

/** Calls operations that the specification does not print, in the words of this build. */
export class VendorCalls {
  readonly #leased: Leased;
  readonly #truth: Truth;

  constructor(leased: Leased) {
    this.#leased = leased;
    this.#truth = new Truth(leased);
  }

  isOffered(operationId: string): boolean {
    return this.#leased.tenant.dialect.vendor.routes[operationId] !== undefined;
  }

  /** Whether the path names the account. */
  isBelowAccount(operationId: string): boolean {
    return this.#leased.tenant.dialect.vendor.routes[operationId]?.path.includes('{organizationId}') === true;
  }

  /** A response, which has to be one that the tenant's own document declares. */
  async ask(
    operationId: string,
    {
      token = this.#leased.id('ADMIN_TOKEN'),
      kind = '',
      path = {},
      body,
      isLacking = false,
    }: {
      token?: string | undefined;
      kind?: string;
      path?: Readonly<Record<string, string | number>>;
      body?: Members;
      /** Whether members are left out that this tenant needs beyond those that say what is meant. */
      isLacking?: boolean;
    } = {},
  ): Promise<Got> {
    const { dialect } = this.#leased.tenant;
    const route = dialect.vendor.routes[operationId];
    if (!route) throw new Error(`${operationId} is not offered`);
    const standing: Readonly<Record<string, string>> = { organizationId: OWN_ACCOUNT.id };
    const address = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? standing[name] ?? this.#leased.id('DEPLOYMENT_ID')),
    );
    const operation = VENDOR[operationId];
    const isHeld = (operation?.does === 'create' && kind !== '') || kind === 'embed-sharing';
    const place = isHeld ? dialect.vendor.bodyIn(kind as VendorKind) : [];
    const said =
      body && place.reduceRight<Members>((inner, holder) => ({ [holder]: inner }), this.#named(kind, body, operation));
    if (said && place.length > 0 && dialect.vendor.saysType) Object.assign(said['data'] as Members, { type: kind });
    const named = said && { ...(!isLacking && this.#needed(operationId)), ...said };
    const text = named && JSON.stringify(named);
    const got = await this.#leased.raw(`${this.#leased.id('BASE_URL')}${address}`, {
      method: route.method.toUpperCase(),
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(dialect.vendor.creationHeader !== undefined && {
          [dialect.vendor.creationHeader.toLowerCase()]: 'a@example.com',
        }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
      },
      text,
    });
    expect(this.#truth.problemsOf(operationId, got)).toEqual([]);
    return got;
  }

  /** What was made, under the names of this build. */
  made(kind: VendorKind, got: Got): Made {
    const { wrap, called } = this.#leased.tenant.dialect.vendor;
    return this.#back(kind, called, unwrapped(this.#answerIn(got, wrap), wrap) as Members);
  }

  /** The elements of a list, under the names of this build. */
  listed(kind: VendorKind, got: Got): Made[] {
    const { list, called } = this.#leased.tenant.dialect.vendor;
    const items = unwrapped(this.#answerIn(got, list.items), list.items) as readonly Members[];
    return items.map((thing) => this.#back(kind, called, thing));
  }

  /** An answer without the member in which the dialect wraps all answers; a vendor's own wrapping of the same name is the only one. */
  #answerIn(got: Got, member: string): unknown {
    const { wrap } = this.#leased.tenant.dialect;
    const body = plainValue(parseJson(got.text));
    return wrap === member ? body : unwrapped(body, wrap);
  }

  #needed(operationId: string): Members {
    const further = this.#leased.tenant.dialect.further[operationId];
    if (!further) return {};
    return sampleOf(this.#leased.tenant.document() as unknown as ContractDocument, further.schema) as Members;
  }

  #named(kind: string, body: Members, operation: VendorOperation | undefined): Members {
    const { dialect } = this.#leased.tenant;
    const { called } = dialect.vendor;
    return Object.fromEntries(
      Object.entries(body).map(([member, value]) => {
        const name = kind === '' ? member : called(kind as VendorKind, member);
        const refers = operation && refersIn(dialect, operation, member);
        return refers ? [withoutId(name), referring(dialect, value, refers)] : [name, value];
      }),
    );
  }

  /** Members by names of which the words are known; names that this dialect does not have stay away. */
  #back(kind: VendorKind, called: (kind: VendorKind, member: string) => string, thing: Members): Made {
    const members = [
      'id',
      'name',
      'email',
      'firstName',
      'publicId',
      'folderId',
      'hasLakehouse',
      'isRunning',
      'branchName',
      'audience',
    ];
    return Object.fromEntries(
      members.flatMap((member) => {
        const value = thing[called(kind, member)];
        return value === undefined ? [] : [[member, value as string | number] as const];
      }),
    );
  }
}
