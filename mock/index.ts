export type { DialectName } from '../contracts/dialects.ts';
export { Host, type HostOptions, type Lease, type LeaseOptions } from './host.ts';
export { controlOf, startControl, type Faulty } from './control.ts';
export type { Control } from './loopback.ts';
export type { Features, ProvidedSettings } from './state.ts';
export type { Patch, Rules } from './tenant.ts';
export type { Outgoing } from './wire.ts';
