import { mutantsPage, type JudgedMutant } from '../../reports/page/mutants.ts';
import { proofPage, type ProvenFault } from '../../reports/page/proof.ts';
import { expect, test } from './browser.ts';
import { obstacles } from './obstacles.ts';

function fault(name: string, more: Partial<ProvenFault> = {}): ProvenFault {
  const requirement = 'roles.update.name-null';
  return {
    id: `${requirement}/${name}`,
    requirement,
    sentence: 'Null is taken.',
    verdict: 'caught',
    collateral: [],
    ...more,
  };
}

const PROOF_RUN = {
  dialect: 'plain',
  trials: 3,
  faults: [
    fault('kept'),
    fault('blind', { verdict: 'survived', reason: 'the check passed <script>alert(1)</script>' }),
    fault('loud', { verdict: 'wrong-blame', collateral: ['roles.get.same-id'] }),
  ],
};

function mutant(id: string, more: Partial<JudgedMutant> = {}): JudgedMutant {
  return { id, operator: 'changed', sentence: 'A member has another value.', verdict: 'told', ...more };
}

const MUTANTS = [
  mutant('getRole/200/changed/id'),
  mutant('getRole/200/changed/name', { verdict: 'survived' }),
  mutant('getRole/404/emptied', {
    operator: 'emptied',
    verdict: 'open',
    point: 'U022',
    because: 'no shape is printed',
  }),
  mutant('getAppTheme/200/changed/logoUrl', { verdict: 'unseen', point: 'U103', because: 'nothing else tells' }),
];

test('a proof run shows what was not caught, with why, before what was', async ({ open }) => {
  const page = await open(proofPage(PROOF_RUN));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 of 3 faults not caught');
  const rows = page.getByRole('region', { name: 'To look at' }).getByRole('row');
  await expect(rows).toHaveText([/Fault/, /blind.*survived.*alert\(1\)/s, /loud.*wrong blame.*roles\.get\.same-id/s]);
  const family = page.getByRole('region', { name: 'By family' }).getByRole('row').nth(1);
  await expect(family.getByRole('cell')).toHaveText(['Roles and policies', '3', '1', '1', '1', '1', '0', '0']);
  expect(await obstacles(page)).toEqual([]);
});

test('a proof run in which all were caught says so', async ({ open }) => {
  const page = await open(proofPage({ ...PROOF_RUN, faults: [fault('kept')] }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 fault, all caught');
  await expect(page.getByText('Every fault turned its own line red')).toBeVisible();
});

test('mutants show who survived, and what lets the others be', async ({ open }) => {
  const page = await open(mutantsPage(MUTANTS, 1 / 3));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('33.3 % of 3 mutants told');
  await expect(page.getByRole('region', { name: 'Survivors' }).getByRole('row')).toHaveText([
    /Mutant/,
    /changed\/name/,
  ]);
  const freedoms = page.getByRole('region', { name: 'Not asked for, and why' }).getByRole('row');
  await expect(freedoms).toHaveText([/Open point/, /U022.*no shape is printed.*1/s, /U103.*nothing else tells.*1/s]);
  expect(await obstacles(page)).toEqual([]);
});
