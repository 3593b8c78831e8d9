import { LIMITS } from '../../contracts/limits.ts';
import type { Report } from '../world/content.ts';

/** Rules of external documents, as data. */
export const externalDocumentsRules = () => ({
  explorations: { max: LIMITS.placedExplorations.max as number },
  placements: { max: LIMITS.placements.max as number },
  /** Reports that are placed count once each, however often they are. */
  countExplorations: (reportIds: readonly number[]): number => new Set(reportIds).size,
  access: (isReadable: boolean): 'GRANTED' | 'DENIED' => (isReadable ? 'GRANTED' : 'DENIED'),
  isListed: (_report: Report, _isReadable: boolean): boolean => true,
  reportName: (name: string, isReadable: boolean): string | null => (isReadable ? name : null),
  /** Which of the members besides access and name an entry shows. */
  details: (members: Record<string, unknown>, _isReadable: boolean): Record<string, unknown> => members,
});
