import { requirements } from './row.ts';

export const build = requirements('build', [
  // Creating a deployment.
  {
    id: 'build.create.returns-id',
    kind: 'shape',
    lines: '269',
    operations: ['createDeployment'],
    needs: { mayUse: ['OAUTH_TOKEN'], makes: 'a deployment, which no printed operation removes' },
    sentence: 'The answer to the creation of a deployment carries its id.',
    classes: ['by an API key', 'by an OAuth token, in another script'],
  },
  {
    id: 'build.create.listed',
    kind: 'move',
    lines: '223, 269',
    operations: ['createDeployment', 'listDeployments'],
    needs: { mayUse: ['OAUTH_TOKEN', 'TWO_SCOPE_TOKEN'], makes: 'a deployment, which no printed operation removes' },
    sentence: 'A deployment that was created is in the list of deployments under the id that the creation answered.',
    classes: ['a new name', 'the name of another one', 'in another script', 'two at the same time'],
  },

  // Branches.
  {
    id: 'build.delete-branch.removes',
    kind: 'move',
    lines: '266',
    operations: ['deleteBranch', 'generateEmbedSession'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'SPARE_BRANCH'],
      mayUse: ['OAUTH_TOKEN', 'BRANCH', 'ALL_ACTIONS_TOKEN'],
      steps: ['setStagingEnvironment'],
      alone: ['dev mode'],
    },
    sentence: 'A branch that was deleted by its branchName in the query is no branch of the deployment any more.',
    classes: [
      'a branch',
      'a branch with a staging environment and in dev mode, by an OAuth token, and not upstream',
      'by a user without the admin role',
    ],
  },
  {
    id: 'build.delete-branch.only-named',
    kind: 'move',
    lines: '266',
    operations: ['deleteBranch', 'generateEmbedSession'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'SPARE_BRANCH', 'RUNNING_BRANCH'],
      mayUse: ['STOPPED_BRANCH', 'BRANCH', 'BROKEN_BRANCH', 'OTHER_DEPLOYMENT_ID', 'OTHER_SPARE_BRANCH'],
      steps: ['setStagingEnvironment'],
      alone: ['dev mode'],
    },
    sentence:
      'The deletion of a branch leaves the other branches of the deployment alone, and those of other deployments whatever their names.',
    classes: [
      'branches of other names',
      'branches whose names begin with its name',
      'one of the same name in another deployment',
    ],
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
    operations: ['deleteBranch', 'generateEmbedSession'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'SPARE_BRANCH'],
      mayUse: ['RUNNING_BRANCH', 'STOPPED_BRANCH', 'BRANCH', 'BROKEN_BRANCH'],
      account: 'an upstream repository that has the branch',
    },
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
    needs: { mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN'], lent: ['DEPLOYMENT_ID', 'BRANCH'] },
    sentence: 'A request that enables the staging environment of a branch succeeds.',
    classes: ['the first time', 'once more', 'by an OAuth token', 'by a scoped key'],
  },
  {
    id: 'build.staging.disable',
    kind: 'status',
    lines: '267',
    operations: ['setStagingEnvironment'],
    needs: { mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN'], lent: ['DEPLOYMENT_ID', 'BRANCH'] },
    sentence: 'A request that disables the staging environment of a branch succeeds.',
    classes: ['the first time', 'once more', 'by an OAuth token', 'by a scoped key'],
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
    needs: {
      mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'RUNNING_BRANCH', 'ALL_ACTIONS_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'BROKEN_BRANCH'],
    },
    sentence: 'The validation of a data model that does not compile answers 200.',
    classes: [
      'the first time',
      'once more',
      'after another branch',
      'by an OAuth token',
      'by a scoped key',
      'by a user without the admin role',
    ],
  },
  {
    id: 'build.validate.broken-valid-false',
    kind: 'shape',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'RUNNING_BRANCH'], lent: ['DEPLOYMENT_ID', 'BROKEN_BRANCH'] },
    sentence: 'The validation of a data model that does not compile answers that valid is false.',
    classes: ['the first time', 'once more', 'after another branch', 'by an OAuth token', 'by a scoped key'],
  },
  {
    id: 'build.validate.broken-errors',
    kind: 'shape',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'RUNNING_BRANCH'], lent: ['DEPLOYMENT_ID', 'BROKEN_BRANCH'] },
    sentence: 'The validation of a data model that does not compile answers with its compile errors.',
    classes: ['the first time', 'once more', 'after another branch', 'by an OAuth token', 'by a scoped key'],
  },
  {
    id: 'build.validate.sound',
    kind: 'status',
    lines: '268',
    operations: ['validateDataModel'],
    needs: { mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'BROKEN_BRANCH'], lent: ['DEPLOYMENT_ID', 'RUNNING_BRANCH'] },
    sentence: 'The validation of a data model that compiles succeeds and does not answer that valid is false.',
    classes: ['the first time', 'once more', 'after another branch', 'by an OAuth token', 'by a scoped key'],
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
