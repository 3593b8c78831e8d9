import { alsoThese, type Deviation } from './fault.ts';
import { continuing, endingEarly, pagesOf, startingOver } from './paging.ts';
import { LIST } from './scheduled-tasks.ts';

/** How faults of the lists of tasks and of their runs are written. */

function limits(operation: string, things: string): readonly Deviation[] {
  return [
    {
      name: 'one-more',
      sentence: `A page of ${things} holds one more than was asked for.`,
      patch: pagesOf(operation, (first) => first + 1),
    },
    {
      name: 'least-of-two',
      sentence: `A page of ${things} for which one was asked holds two.`,
      patch: pagesOf(operation, (first) => Math.max(2, first)),
    },
  ];
}

export function pages(operation: string, things: string) {
  return {
    first: limits(operation, things),
    continues: [
      {
        name: 'one-early',
        sentence: `A page of ${things} begins with the last of the page before it.`,
        patch: continuing(operation, 'one-early'),
      },
      {
        name: 'starting-over',
        sentence: `The cursor behind the second of the ${things} or a later one leads back to the first.`,
        patch: startingOver(operation),
      },
    ],
    complete: [
      {
        name: 'one-late',
        sentence: `A page of ${things} leaves out the one that it should begin with.`,
        ...(operation === LIST && {
          also: alsoThese('the whole list is compared with its pages', 'scheduled-tasks.list.whole-without-first'),
        }),
        patch: continuing(operation, 'one-late'),
      },
      {
        name: 'ending-early',
        sentence: `The list of ${things} ends before the last where that would stand on a page of its own.`,
        patch: endingEarly(operation),
      },
    ],
  } as const satisfies Record<string, readonly Deviation[]>;
}
