import type { Fault } from '../fault.ts';
export const rolesFaults: readonly Fault[] = [];
