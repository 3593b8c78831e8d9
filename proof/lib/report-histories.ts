import type { Report } from '../../mock/world/content.ts';
import { all, remembering, replaceSync } from './patches.ts';
import { reportIn } from './reports.ts';

/** What reports were before they were updated. */

export const byName = ({ name }: { readonly name: string }): string => name;

/** What reports were before updates, by something that the update has to have changed. */
export const formerly = <Kept>(
  kept: (before: Report, after: Report) => Kept | undefined,
  patch: (former: Map<number, Kept>) => ReturnType<typeof all>,
) =>
  remembering(
    () => new Map<number, Kept>(),
    (former) =>
      all(
        replaceSync('updateReport', (call, original) => {
          const before = reportIn(call);
          const answer = original(call);
          const after = reportIn(call);
          const known = before && after && kept(before, after);
          if (before && known !== undefined) former.set(before.id, known);
          return answer;
        }),
        patch(former),
      ),
  );
