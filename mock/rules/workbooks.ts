import type { Dialect } from '../dialects/dialect.ts';
import type { Workbook } from '../world/content.ts';
import { textRules } from './files.ts';

export interface Widget {
  readonly id: string;
  readonly type: string;
  readonly threadId?: unknown;
}

/** Rules of workbooks, as data. */
export const workbooksRules = () => ({
  file: textRules(),
  /** Whether shared copies need a plan that the account has not. */
  needsPlan: ({ needsPlan }: Dialect): boolean => needsPlan.sharedCopies,
  /** What a publish without a config publishes. */
  published: (workbook: Workbook): string => workbook.draft,
  duplicate: (workbook: Workbook, shared: boolean): Omit<Workbook, 'id' | 'slug' | 'publicId' | 'userId'> => ({
    deploymentId: workbook.deploymentId,
    name: `${workbook.name} (copy)`,
    folderId: workbook.folderId,
    shared,
    draft: workbook.draft,
    published: null,
  }),
  isAiWidget: ({ type }: Widget): boolean => type === 'ai',
  neededForThread: ['widgetId', 'threadId'] as readonly string[],
});
