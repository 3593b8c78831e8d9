import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { LIFECYCLES } from '../../contracts/lifecycles/index.ts';
import type { Lifecycle } from '../../contracts/lifecycles/lifecycle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { tour } from '../../harness/rules/lifecycle.ts';

const registry = loadRegistry(await loadContract());

/** Every cell with a specified result. */
function closed({ cells }: Lifecycle): string[] {
  return Object.entries(cells).flatMap(([state, row]) =>
    Object.entries(row).flatMap(([action, cell]) => ('open' in cell ? [] : [`${state} × ${action}`])),
  );
}

/** The cells that the tours from all starts pass through, computed from the table alone. */
function toured(table: Lifecycle): Set<string> {
  const passed = new Set<string>();
  for (const { start, actions } of table.starts.flatMap((one) => tour(table, one))) {
    let state = start;
    for (const action of actions) {
      passed.add(`${state} × ${action}`);
      const cell = table.cells[state]?.[action];
      if (cell && 'to' in cell) state = cell.to;
    }
  }
  return passed;
}

for (const table of LIFECYCLES) {
  test(`the tours of the ${table.name} try every cell`, () => {
    expect([...toured(table)].sort()).toEqual(closed(table).sort());
  });

  test(`the table of the ${table.name} is complete, and names testable requirements`, () => {
    const actions = Object.values(table.cells).map((row) => Object.keys(row).sort());
    expect(new Set(actions.map((one) => one.join())).size).toBe(1);
    const rows = Object.values(table.cells).flatMap((row) =>
      Object.values(row).flatMap((cell) => ('row' in cell ? [cell.row] : [])),
    );
    for (const id of [table.walkedBy, ...rows]) {
      expect(registry.get(id), id).toMatchObject({ id });
      expect(registry.get(id)?.untestable, id).toBeUndefined();
    }
  });
}
