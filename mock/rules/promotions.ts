import type { Workbook } from '../world/content.ts';
import { sha256 } from './files.ts';

export interface Promotion {
  readonly id: number;
  readonly workbookId: number;
  readonly deploymentId: number;
  readonly targetDeploymentId: number;
  readonly targetWorkbookId: number;
  readonly sourceHash: string;
  readonly idempotencyKey: string | undefined;
  readonly appliedBy: number | undefined;
  readonly appliedAt: number;
}

/** Rules of promotions, as data. */
export const promotionsRules = () => ({
  sourceHash: ({ draft, published }: Workbook): string => sha256(`${draft}\0${published ?? ''}`),
  isFresh: (previewed: string, now: string): boolean => previewed === now,
  isRepeat: (promotion: Promotion, key: string, workbookId: number): boolean =>
    promotion.idempotencyKey === key && promotion.workbookId === workbookId,
  needsTargetAccess: true,
});
