import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = { getAppConfig: () => ({}), getAppTheme: () => ({}) };
