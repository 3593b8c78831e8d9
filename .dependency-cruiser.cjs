// The arrows between the rooms. A room may import what is listed for it, and itself; commands and selftests may
// import any room, and no room may import them.
const ARROWS = {
  contracts: [],
  generators: ['contracts'],
  mock: ['contracts'],
  reports: ['contracts'],
  tests: ['contracts', 'generators'],
  proof: ['contracts', 'mock'],
  commands: ['contracts', 'generators', 'mock', 'reports', 'tests', 'proof'],
  selftests: ['contracts', 'generators', 'mock', 'reports', 'tests', 'proof', 'commands'],
};
const ROOMS = Object.keys(ARROWS);

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
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Data travels one way. Types may look back, code may not.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
