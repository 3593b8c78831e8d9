/** Rules of the families that are only named, as data. */
export const namedRules = () => ({
  /** What an operation answers, for a last look at it. */
  answer: (body: unknown, _operationId: string): unknown => body,
});
