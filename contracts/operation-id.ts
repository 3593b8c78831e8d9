import type { operations } from './generated/openapi.ts';

/** An operation that the contract's document declares. */
export type OperationId = keyof operations;
