import type { Kind, Kinds } from './kind.ts';

const promotion: Kind = {
  note: ({ path = {} }) => ({ workbookId: path['workbookId'] ?? null }),
  says: ({ workbookId }) => `promotion of workbook ${String(workbookId)}`,
};

export const workbookKinds: Kinds = { applyPromotion: promotion };
