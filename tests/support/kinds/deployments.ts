import type { Kinds } from './kind.ts';

export const deploymentKinds: Kinds = {};
