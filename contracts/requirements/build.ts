import { requirements } from './row.ts';

export const build = requirements('build', [
  // Creating a deployment.
  {
    id: 'build.create.returns-id',
    kind: 'shape',
    lines: '269',
    operations: ['createDeployment'],
    needs: { makes: 'a deployment, which no printed operation removes' },
    sentence: 'The answer to the creation of a deployment carries its id.',
  },
  {
    id: 'build.create.listed',
    kind: 'move',
    lines: '223, 269',
    operations: ['createDeployment', 'listDeployments'],
    needs: { makes: 'a deployment, which no printed operation removes' },
    sentence: 'A deployment that was created is in the list of deployments under the id that the creation answered.',
  },

  // Branches.
  {
    id: 'build.delete-branch.removes',
    kind: 'move',
    lines: '266',
    operations: ['deleteBranch', 'generateEmbedSession'],
    needs: { lent: ['DEPLOYMENT_ID', 'SPARE_BRANCH'] },
    sentence: 'A branch that was deleted by its branchName in the query is no branch of the deployment any more.',
  },
  {
    id: 'build.delete-branch.only-named',
    kind: 'move',
    lines: '266',
    operations: ['deleteBranch', 'generateEmbedSession'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'SPARE_BRANCH', 'RUNNING_BRANCH'],
      mayUse: ['STOPPED_BRANCH', 'BRANCH', 'BROKEN_BRANCH'],
    },
    sentence: 'The deletion of a branch leaves the other branches of the deployment alone.',
  },
  {
    id: 'build.delete-branch.without-upstream',
    kind: 'default',
    lines: '266',
    operations: ['deleteBranch'],
    needs: { lent: ['DEPLOYMENT_ID', 'SPARE_BRANCH'] },
    sentence: 'A branch can be deleted without removeOnUpstream.',
  },
  {
    id: 'build.delete-branch.with-upstream',
    kind: 'status',
    lines: '266',
    operations: ['deleteBranch'],
    needs: { lent: ['DEPLOYMENT_ID', 'SPARE_BRANCH'], account: 'an upstream repository that has the branch' },
    sentence: 'A branch that the upstream repository has as well can be deleted with removeOnUpstream.',
  },
  {
    id: 'build.delete-branch.upstream-removed',
    kind: 'move',
    lines: '266',
    operations: ['deleteBranch'],
    sentence: 'A deletion with removeOnUpstream removes the branch from the upstream repository as well.',
    untestable: 'The specification has no operation that shows the branches of the upstream repository.',
  },

  // Staging environments.
  {
    id: 'build.staging.enable',
    kind: 'status',
    lines: '267',
    operations: ['setStagingEnvironment'],
    needs: { lent: ['DEPLOYMENT_ID', 'BRANCH'] },
    sentence: 'A request that enables the staging environment of a branch succeeds.',
  },
  {
    id: 'build.staging.disable',
    kind: 'status',
    lines: '267',
    operations: ['setStagingEnvironment'],
    needs: { lent: ['DEPLOYMENT_ID', 'BRANCH'] },
    sentence: 'A request that disables the staging environment of a branch succeeds.',
  },
  {
    id: 'build.staging.takes-effect',
    kind: 'move',
    lines: '267',
    operations: ['setStagingEnvironment'],
    sentence: 'A branch has a staging environment after it was enabled and none after it was disabled.',
    untestable: 'No specified response shows whether a branch has a staging environment.',
  },

  // Validation.
  {
    id: 'build.validate.broken-status',
    kind: 'status',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { lent: ['DEPLOYMENT_ID', 'BROKEN_BRANCH'] },
    sentence: 'The validation of a data model that does not compile answers 200.',
  },
  {
    id: 'build.validate.broken-valid-false',
    kind: 'shape',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { lent: ['DEPLOYMENT_ID', 'BROKEN_BRANCH'] },
    sentence: 'The validation of a data model that does not compile answers that valid is false.',
  },
  {
    id: 'build.validate.broken-errors',
    kind: 'shape',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { lent: ['DEPLOYMENT_ID', 'BROKEN_BRANCH'] },
    sentence: 'The validation of a data model that does not compile answers with its compile errors.',
  },
  {
    id: 'build.validate.sound',
    kind: 'status',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { lent: ['DEPLOYMENT_ID', 'RUNNING_BRANCH'] },
    sentence: 'The validation of a data model that compiles succeeds and does not answer that valid is false.',
  },
  {
    id: 'build.validate.valid',
    kind: 'shape',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { lent: ['DEPLOYMENT_ID'] },
    sentence: 'Where the validation of a data model shows a value for valid, it is a boolean.',
  },
]);
