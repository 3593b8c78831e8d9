/** Rules of what a tenant takes of a request before any behaviour sees it, as data. */
export const requestRules = () => ({
  /** Whether a body may have a member that nobody declared, where such members are refused. */
  takes: (_member: string, _operationId: string): boolean => false,
});
