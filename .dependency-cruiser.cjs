// The arrows between the rooms. A room may import itself and what is listed for it. Only selftests imports commands, and nothing imports
// selftests.
const ARROWS = {
  contracts: [],
  evidence: ['contracts'],
  generators: ['contracts', 'evidence'],
  mock: ['contracts', 'evidence'],
  reports: ['contracts', 'evidence'],
  harness: ['contracts', 'evidence', 'generators'],
  tests: ['contracts', 'evidence', 'generators', 'harness'],
  proof: ['contracts', 'evidence', 'mock'],
  commands: ['contracts', 'evidence', 'generators', 'mock', 'reports', 'harness', 'proof'],
  selftests: ['contracts', 'evidence', 'generators', 'mock', 'reports', 'harness', 'proof', 'commands'],
};
const ROOMS = Object.keys(ARROWS);

// Inside the harness a room may import those before it. `harness/test.ts`, where fixtures are declared, stands between the
// things that checks work with and the rules that declare checks.
const HARNESS = [
  'failures',
  'http',
  'tenant',
  'requests',
  'client',
  'undo',
  'schedule',
  'provision',
  'check',
  'things',
  'test.ts',
  'rules',
];

module.exports = {
  forbidden: [
    ...ROOMS.map((room) => {
      const closed = ROOMS.filter((other) => other !== room && !ARROWS[room].includes(other));
      return {
        name: `${room}-imports-only-${ARROWS[room].join('-') || 'itself'}`,
        severity: 'error',
        comment: 'The arrows between the rooms run one way; see CONTRIBUTING.md.',
        from: { path: `^${room}/` },
        to: { path: `^(${closed.join('|')})/` },
      };
    }).filter((rule) => rule.to.path !== '^()/'),
    ...HARNESS.slice(0, -1).map((room, index) => ({
      name: `harness-${room}-imports-only-rooms-before-it`,
      severity: 'error',
      comment: 'Inside the harness imports run one way too; see CONTRIBUTING.md.',
      from: { path: `^harness/${room}` },
      to: { path: `^harness/(${HARNESS.slice(index + 1).join('|')})` },
    })),
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Data travels one way, and so do types.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that nothing imports and no command or test starts is dead.',
      from: { orphan: true, pathNot: ['\\.spec\\.ts$', '\\.config\\.(ts|js)$', '^commands/', '\\.d\\.ts$'] },
      to: {},
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      comment: 'A package that is not in package.json is there by accident.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
