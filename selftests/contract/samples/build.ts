import type { Samples } from './sample.ts';

export const build: Samples = {
  CreateDeploymentBody: {
    conforming: [{ name: 'Conformance', region: 'us-east-1' }],
    free: [{ point: 'U093', value: { title: 'Conformance' } }],
  },
  CreatedDeployment: {
    conforming: [{ id: 12 }],
    free: [
      { point: 'U093', value: { deploymentId: 12 } },
      { point: 'U093', value: { id: '12', name: 'Conformance' } },
      { point: 'U093', value: 12 },
    ],
    defects: [
      { defect: 'the answer is a list', lines: '269', value: [12], blames: 'build.create.returns-id' },
      { defect: 'the id is an object', lines: '269', value: { id: {} }, blames: 'build.create.returns-id' },
    ],
  },
  StagingEnvironmentBody: {
    conforming: [
      { branchName: 'dev', enabled: true },
      { branchName: 'dev', enabled: false },
    ],
    free: [{ point: 'U093', value: { branch: 'dev', stagingEnvironment: 'on' } }],
  },
  DataModelValidation: {
    conforming: [{ valid: true }, { valid: false, errors: [{ message: 'orders: unknown column' }] }],
    free: [
      { point: 'U093', value: {} },
      { point: 'U093', value: { valid: null } },
      { point: 'U093', value: { valid: false, errors: 'orders: unknown column' } },
    ],
    defects: [
      {
        defect: 'the verdict is a text',
        lines: '268',
        value: { valid: 'false', errors: [] },
        blames: 'build.validate.valid',
      },
    ],
  },
};
