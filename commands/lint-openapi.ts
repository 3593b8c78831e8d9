import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import { loadContract } from '../contracts/bundle.ts';
import { BOUND_OPERATIONS } from '../contracts/operations.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const COMMAND = {
  name: 'lint:openapi',
  what: "Lints the contract's OpenAPI document.",
  flags: {},
  example: '',
} satisfies Command;

/** What the field's linter must hold our document to. What is switched off is switched off for a reason. */
const RULES = {
  extends: ['recommended-strict' as const],
  rules: {
    // Statuses that are not printed are ranges, and the linter's rule looks for a plain 2xx and 4xx.
    'operation-2xx-response': 'off' as const,
    'operation-4xx-response': 'error' as const,
    // The server is the tenant under test; its host stands for it.
    'no-server-example.com': 'off' as const,
    // Request schemas are here for generators and types before an operation refers to them.
    'no-unused-components': 'error' as const,
    // The two list paths of comments differ from their item paths by a word, as printed.
    'no-ambiguous-paths': 'off' as const,
    // The path ends in a slash because it is printed so.
    'no-path-trailing-slash': 'off' as const,
  },
};

/** Schemas of operations that the document cannot hold, since no path is printed for them. */
const ANSWERS = new Set(
  Object.values(BOUND_OPERATIONS).flatMap((one) => ('answer' in one ? [one.answer as string] : [])),
);

await main(COMMAND, async () => {
  const contract = await loadContract();
  const config = await createConfig(RULES);
  const source = JSON.stringify(contract, null, 1);
  const found = await lintFromString({ source, absoluteRef: 'contract.json', config });
  const problems = found.filter((problem) => !problem.location.some(({ pointer }) => ANSWERS.has(pointer ?? '')));
  const totals = getTotals(problems);
  if (problems.length > 0) formatProblems(problems, { format: 'stylish', totals, version: '' });
  console.log(`OpenAPI lint: ${totals.errors} errors, ${totals.warnings} warnings`);
  return totals.errors + totals.warnings === 0 ? 0 : 1;
});
