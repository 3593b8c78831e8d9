export { Host, type DialectName, type HostOptions, type Lease, type LeaseOptions } from './host.ts';
export { startControl, type Control, type Faulty } from './control.ts';
export type { Features, Lent, Patch } from './tenant.ts';
export type { Rules } from './rules.ts';
export type { Outgoing } from './door.ts';
