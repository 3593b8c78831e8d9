import type { Patch } from '../../mock/index.ts';
import { declaring, partOf, type Tree } from './document.ts';

/** An operation of the document by its id, and the paths' member that holds it. */
export function operationOf(document: Tree, operationId: string): { path: string; method: string; item: Tree } {
  for (const [path, item] of Object.entries(partOf(document, 'paths')) as [string, Tree][]) {
    for (const [method, operation] of Object.entries(item)) {
      if ((operation as Tree)['operationId'] === operationId) return { path, method, item };
    }
  }
  throw new Error(`the document declares no ${operationId}`);
}

/** A part becomes its holder's own: what a reference led to stands there as a copy, which nothing else refers to. */
export function owned(document: Tree, holder: Tree, name: string): Tree {
  const part = holder[name] as Tree;
  const reference = part['$ref'];
  const found = typeof reference === 'string' ? partOf(document, ...reference.slice('#/'.length).split('/')) : part;
  const copy = structuredClone(found);
  holder[name] = copy;
  return copy;
}

export type Edit = (part: Tree, document: Tree) => void;

/** What is changed of a part of the document: keywords that it states from now on, or more than that. */
export type Change = Tree | Edit;

export function apply(change: Change, part: Tree, document: Tree): void {
  if (typeof change === 'function') change(part, document);
  else Object.assign(part, change);
}

/**
 * A member within a schema, as its own: `policies[].actions` steps into the elements of a list; '' is the schema, and `[]` at
 * the beginning leads into the elements of an answer, whatever it calls their list.
 */
function memberIn(document: Tree, schema: Tree, path: string): Tree {
  const steps = path.split(/\.|(?=\[\])/).filter((step) => step !== '');
  return steps.reduce((at, step) => {
    if (step !== '[]') return owned(document, at['properties'] as Tree, step);
    return owned(document, 'items' in at ? at : listIn(document, at), 'items');
  }, schema);
}

/** The one member of an answer that is a list. */
function listIn(document: Tree, schema: Tree): Tree {
  const members = schema['properties'] as Tree;
  const [name, ...others] = Object.keys(members).filter((one) => 'items' in (members[one] as Tree));
  if (name === undefined || others.length > 0) throw new Error('the answer has no list, or several');
  return owned(document, members, name);
}

/** Declares one operation otherwise. */
export function inOperation(operationId: string, change: Change): Patch {
  return declaring((document) => {
    const { item, method } = operationOf(document, operationId);
    apply(change, item[method] as Tree, document);
  });
}

/** What is printed of a body, as its own: a tenant may declare it beside its own members, first of all. */
function printedBody(document: Tree, operation: Tree): Tree {
  const schema = owned(document, partOf(operation, 'requestBody', 'content', 'application/json'), 'schema');
  return 'allOf' in schema ? owned(document, schema['allOf'] as Tree, '0') : schema;
}

/** Declares a part of the body of one operation otherwise; what others send stays as it is. */
export function inRequest(operationId: string, path: string, change: Change): Patch {
  return inOperation(operationId, (operation, document) => {
    apply(change, memberIn(document, printedBody(document, operation), path), document);
  });
}

/** Whether an answer holds the thing in the member that this dialect has for it; a member of that name may be printed as well. */
function isWrapped({ properties }: Tree, wrap: string, path: string): boolean {
  return wrap !== '' && Object.keys(properties ?? {}).join() === wrap && !path.startsWith(wrap);
}

/** Declares a part of the answer of one operation otherwise, whatever its status; other answers stay as they are. */
export function inAnswer(operationId: string, path: string, change: Change): Patch {
  return declaring((document, { wrap }) => {
    const { item, method } = operationOf(document, operationId);
    const operation = item[method] as Tree;
    const successes = Object.entries(partOf(operation, 'responses')).filter(([status]) => status.startsWith('2'));
    for (const [, response] of successes) {
      const content = partOf(response as Tree, 'content', 'application/json');
      const whole = owned(document, content, 'schema');
      const thing = isWrapped(whole, wrap, path) ? owned(document, whole['properties'] as Tree, wrap) : whole;
      apply(change, memberIn(document, thing, path), document);
    }
  });
}

/** Declares a part of a shared schema otherwise, wherever it is referred to. */
export function inSchema(name: string, path: string, change: Change): Patch {
  return declaring((document) => {
    apply(change, memberIn(document, partOf(document, 'components', 'schemas', name), path), document);
  });
}

/** Declares a parameter of one operation otherwise, or of all that share its path where it stands there. */
export function inParameter(operationId: string, name: string, change: Change): Patch {
  return declaring((document) => {
    const { item, method } = operationOf(document, operationId);
    for (const { parameters } of [item[method] as Tree, item]) {
      // An array is a holder by its indices as an object is by its names.
      const listed = (parameters ?? []) as Tree[] & Tree;
      for (const index of listed.keys()) {
        const original = listed[index] as Tree;
        const parameter = owned(document, listed, String(index));
        if (parameter['name'] === name) {
          apply(change, parameter, document);
          return;
        }
        listed[index] = original;
      }
    }
    throw new Error(`${operationId} takes no ${name}`);
  });
}

/** The successes of an operation, each changed, under the status that is given or under their own. */
export function succeeding(operationId: string, change: (response: Tree) => Tree, as?: string): Patch {
  return inOperation(operationId, (operation) => {
    const responses = Object.entries(partOf(operation, 'responses')) as [string, Tree][];
    operation['responses'] = Object.fromEntries(
      responses.map(([status, response]) =>
        status.startsWith('2') ? [as ?? status, change(response)] : [status, response],
      ),
    );
  });
}

export function declaredAs(operationId: string, status: string): Patch {
  return succeeding(operationId, (response) => response, status);
}
