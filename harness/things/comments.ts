import { idInName } from '../../contracts/bindings/resource-names.ts';
import type { components } from '../../contracts/generated/openapi.ts';

export type Thread = components['schemas']['DashboardCommentThread'];
export type Id = string | number;

/** A comment that the list shows. */
export interface Comment {
  readonly id: Id;
  readonly text: string;
}

/** The threads that contain a text, in the thread itself or in a reply. */
export function threadsWith(threads: readonly Thread[], text: string): Thread[] {
  return threads.filter((thread) => JSON.stringify(thread).normalize().includes(text));
}

/**
 * The ids of those of some threads in which a text is: a reply that the list shows beside its thread, and not within it, names the
 * thread in one of its members.
 */
export function threadIdsWith(listed: readonly Thread[], text: string, threads: readonly Comment[]): string[] {
  return threadsWith(listed, text).map((entry) => {
    const shown = Object.values(entry).map((value) => String(idInName(value)));
    const named = threads.find(({ id }) => shown.includes(String(id)));
    return String(named?.id ?? entry.id);
  });
}
