import type { ValidCalls } from '../support/every-operation.ts';

export const calls: ValidCalls = { getAppConfig: () => ({}), getAppTheme: () => ({}) };
