const NOT_YET = 'the reference tenant has one way of it so far, and no freedom';
const STATED = 'the point says what a check may not assert; a tenant of this process shows nothing by it';
const INPUT = 'the point is about input that a client need not send, and the reference tenant has one answer to it';

/** Open points that no freedom uses, each with the reason. */
export const UNUSED: Readonly<Record<string, string>> = {
  U003: INPUT,
  U017: INPUT,
  U020: INPUT,
  U021: 'the order of checks is the same for all dialects: credential, rights, members of the body, behaviour',
  U024: INPUT,
  U025: INPUT,
  U026: STATED,
  U032: NOT_YET,
  U036: NOT_YET,
  U039: NOT_YET,
  U040: INPUT,
  U042: 'no flow of OAuth is served: a run is given a token',
  U043: STATED,
  U047: NOT_YET,
  U048: NOT_YET,
  U052: NOT_YET,
  U057: INPUT,
  U058: 'the reference tenant lets holders of the action manage tasks, which both sentences allow',
  U059: NOT_YET,
  U066: NOT_YET,
  U078: 'tokens from before revocation cannot be made',
  U081: NOT_YET,
  U090: NOT_YET,
  U092: NOT_YET,
  U096: NOT_YET,
  U097: 'nothing is described that a tenant could do in several ways',
  U098: 'a limit of rates would make runs of the suite wait',
  U099: STATED,
  U100: STATED,
  U101: STATED,
};
