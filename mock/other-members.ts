import type { Call } from './call.ts';

type Thing = Readonly<Record<string, unknown>>;

/** An answer with the address of another API, or with the name of the account there, in dialects that show these. */
export function withAddress({ tenant }: Call, what: 'coreData' | 'ai' | 'account', answer: Thing): Thing {
  const { otherApis, otherApiNames } = tenant.dialect;
  if (!otherApis.shown) return answer;
  const value = what === 'account' ? tenant.account.name : tenant.addresses[what];
  const [first = '', ...rest] = otherApiNames[what].split('.');
  return { ...answer, [first]: rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) };
}
