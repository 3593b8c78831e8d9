import type { Branch } from '../world/deployments.ts';

/** Rules of dev mode, as data. */
export const devModeRules = () => ({
  /** Any one of these on the deployment lets somebody work on its branches. */
  actions: ['SchemaUpdate', 'SchemaUpdateDevBranches'] as readonly string[],
  /** Where somebody is who asked for a branch while standing on another, or on none. */
  switched: (_standing: string | undefined, asked: string): string => asked,
  state: ({ name, parent }: Branch): Record<string, unknown> => ({
    active: true,
    branchName: name,
    parentBranch: parent,
  }),
});
