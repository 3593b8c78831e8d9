import { mutantsPage, type JudgedMutant } from '../../reports/page/mutants.ts';
import { proofPage, type ProvenFault } from '../../reports/page/proof.ts';
import { expect, test } from './browser.ts';
import { accessibilityProblems } from './accessibility.ts';

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

test('a proof run lists the faults that were not caught, with the reason', async ({ open }) => {
  const page = await open(proofPage(PROOF_RUN));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 of 3 faults not caught');
  const rows = page.getByRole('region', { name: 'Not caught' }).getByRole('row');
  await expect(rows).toHaveText([/Fault/, /blind.*survived.*alert\(1\)/s, /loud.*wrong blame.*roles\.get\.same-id/s]);
  const family = page.getByRole('region', { name: 'By family' }).getByRole('row').nth(1);
  await expect(family.getByRole('cell')).toHaveText(['Roles and policies', '3', '1', '1', '1', '1', '0', '0', '0']);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a proof run in which all faults were caught says so', async ({ open }) => {
  const page = await open(proofPage({ ...PROOF_RUN, faults: [fault('kept')] }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 fault, all caught');
  await expect(page.getByText('Every fault failed the checks of its requirement')).toBeVisible();
});

test('the page of mutants lists survivors and open points', async ({ open }) => {
  const page = await open(mutantsPage(MUTANTS, 1 / 3));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('33.3 % of 3 mutants detected');
  await expect(page.getByRole('region', { name: 'Survivors' }).getByRole('row')).toHaveText([
    /Mutant/,
    /changed\/name/,
  ]);
  const openPoints = page.getByRole('region', { name: 'Allowed or not observable' }).getByRole('row');
  await expect(openPoints).toHaveText([/Open point/, /U022.*no shape is printed.*1/s, /U103.*nothing else tells.*1/s]);
  expect(await accessibilityProblems(page)).toEqual([]);
});
