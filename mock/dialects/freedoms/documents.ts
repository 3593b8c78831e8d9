import type { Freedoms } from './freedom.ts';

/** How the document of a build is written. */
export const documents: Freedoms = {
  'document.syntax': {
    points: ['U088'],
    what: 'whether the document is JSON or YAML',
    values: { json: { document: { syntax: 'json' } }, yaml: { document: { syntax: 'yaml' } } },
  },
  'document.nullable': {
    points: ['U088'],
    what: 'how the document says that a member may be null',
    values: { types: { document: { nullable: 'types' } }, anyOf: { document: { nullable: 'anyOf' } } },
  },
  'document.lists': {
    points: ['U088'],
    what: 'whether the document says of the lists of answers that they may be null, which they are not',
    values: { plain: { document: { lists: 'plain' } }, nullable: { document: { lists: 'nullable' } } },
  },
  'document.enums': {
    points: ['U088'],
    what: 'whether the values of a member stand in it or in a schema of their own',
    values: { inline: { document: { enums: 'inline' } }, named: { document: { enums: 'named' } } },
  },
  'document.choices': {
    points: ['U088'],
    what: 'whether a choice lists its shapes, or is a base with a discriminator from which they are derived',
    values: { listed: { document: { choices: 'listed' } }, bases: { document: { choices: 'bases' } } },
  },
  'document.servers': {
    points: ['U088'],
    what: 'what the paths of the document are relative to',
    values: {
      root: { document: { servers: 'root' } },
      prefix: { document: { servers: 'prefix' } },
      template: { document: { servers: 'template' } },
    },
  },
  'document.path-items': {
    points: ['U088'],
    what: 'whether path items stand in their paths or among the components',
    values: { inline: { document: { pathItems: 'inline' } }, components: { document: { pathItems: 'components' } } },
  },
  'document.parameters': {
    points: ['U088'],
    what: 'the order of parameters',
    values: { declared: { document: { parameters: 'declared' } }, reversed: { document: { parameters: 'reversed' } } },
  },
  'document.path-names': {
    points: ['U088'],
    what: 'what the parameters of paths are called',
    values: {
      'as in the reference tenant': { document: { pathNames: 'usual' } },
      'in snake case': { document: { pathNames: 'snake' } },
      'without what they name': { document: { pathNames: 'short' } },
    },
  },
  'document.extent': {
    points: ['U069', 'U074', 'U094'],
    what: 'whether the document has the operations of families that are only named',
    values: {
      whole: { document: { extent: 'whole' } },
      'without named families': { document: { extent: 'without named' } },
    },
  },
};
