/** What a look at a stated setting found. */
export type Verdict =
  | { readonly is: 'right' }
  /** It could not be looked at, or what was seen does not settle it. */
  | { readonly is: 'believed'; readonly why: string }
  | { readonly is: 'wrong'; readonly why: string };

export const RIGHT: Verdict = { is: 'right' };

export function believed(why: string): Verdict {
  return { is: 'believed', why };
}

export function wrong(why: string): Verdict {
  return { is: 'wrong', why };
}

/** Why a setting is believed of which the responses of the tenant leave open whether it is wrong. */
export const NOT_SETTLED = 'what the tenant shows does not settle it';
