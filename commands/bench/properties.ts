import { judgedRun } from '../judged.ts';
import type { Figure, Part } from './part.ts';

const USUAL = 100;

/** A run whose properties try more inputs: it may take longer by no more than the exchanges that they are. */
export async function measureProperties(): Promise<Part> {
  const figures: Figure[] = [];
  for (const times of [1, 2, 4, 8]) {
    const env = { PROPERTY_RUNS: String(times * USUAL) };
    const { run } = await judgedRun(['--seed=1', '--grep=roles\\.'], env);
    const { milliseconds, exchanges } = run;
    figures.push({
      name: `${times} times the property runs, ${exchanges} exchanges`,
      value: milliseconds / 1_000,
      unit: 's',
    });
  }
  return { title: 'More inputs: the checks of roles', figures };
}
