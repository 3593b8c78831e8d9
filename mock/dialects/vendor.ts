import type { Route } from '../../contracts/bindings/binding.ts';
import { ACCOUNT, KEY_WORDS, NOT_OFFERED, WAYS, type Ways } from '../vendor/ways.ts';
import type { Vendor } from './dialect.ts';
import type { Part } from './freedoms/freedom.ts';

const same = (words: string): string => words;

/** What a dialect has beyond what is printed. */
export function vendorOf(part: Part): Vendor {
  const {
    vendorWords = {},
    wordCase = same,
    keyMembers = [],
    vendorWrap = '',
    vendorIsResource = false,
    vendorBodies,
  } = part;
  const ways: Readonly<Record<string, Ways>> = WAYS;
  return {
    routes: routesOf(part),
    called: (kind, member) => {
      const words = kind === 'api-keys' ? KEY_WORDS : ways[kind]?.words;
      return member === 'id' ? member : wordCase(words?.[vendorWords[kind] ?? '']?.[member] ?? wordsIn(member));
    },
    keyMembers,
    wrap: vendorWrap,
    isResource: vendorIsResource,
    saysType: vendorBodies === 'resource',
    bodyIn: (kind) => {
      if (vendorBodies === 'attributes' || vendorBodies === 'resource') return ['data', 'attributes'];
      return vendorBodies === 'named' ? [wordCase(singular(kind))] : [];
    },
    refersBy: part.vendorReferences ?? 'id',
    creationHeader: part.vendorHeader === '' ? undefined : part.vendorHeader,
    list: listOf(part),
  };
}

function listOf({ vendorList, wordCase = same }: Part): Vendor['list'] {
  const { items = '', cursor = '', more = '' } = vendorList ?? {};
  const written = (path: string) => path.split('.').map(wordCase).join('.');
  return { items: wordCase(items), cursor: written(cursor), more: written(more) };
}

/** The name of one thing of a kind, in words: `data source` of `data-sources`. */
function singular(kind: string): string {
  return kind.replaceAll('-', ' ').replace(/(?<=ch)es$|s$/, '');
}

function wordsIn(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function routesOf(part: Part): Vendor['routes'] {
  const { vendorAccount = '' } = part;
  const routes = ofAccount(offeredRoutes(part), vendorAccount);
  return vendorAccount === '' ? routes : { ...routes, listOrganizations: routeIn(`get ${ACCOUNT}/${vendorAccount}`) };
}

/** Routes with the account in the paths of what belongs to no deployment. */
function ofAccount(routes: Vendor['routes'], account: string): Vendor['routes'] {
  const beginning = new RegExp(`^${ACCOUNT}/(?!deployments/)`);
  const own = ({ method, path }: Route): Route => ({
    method,
    path: account === '' ? path : path.replace(beginning, `${ACCOUNT}/${account}/{organizationId}/`),
  });
  return Object.fromEntries(Object.entries(routes).map(([operationId, route]) => [operationId, own(route)]));
}

function offeredRoutes({ vendorRoutes = {}, vendorExtent }: Part): Vendor['routes'] {
  const table: Readonly<Record<string, Ways>> = WAYS;
  return Object.fromEntries(
    Object.entries(table).flatMap(([kind, { routes }]) => {
      const way = vendorRoutes[kind] ?? NOT_OFFERED;
      const usual = Object.values(routes)[0] ?? {};
      const offered = routes[way] ?? (vendorExtent === 'all' ? usual : {});
      return Object.entries(offered).flatMap(([operationId, route]) => {
        // Where nothing can be made, what there is can be listed all the same.
        const isServed = vendorExtent !== 'none' || operationId.startsWith('list');
        return isServed ? [[operationId, routeIn(route)] as const] : [];
      });
    }),
  );
}

function routeIn(text: string): Route {
  const [method = '', path = ''] = text.split(' ');
  return { method: method as Route['method'], path };
}

/** A list that is its own answer has no place for a cursor, so all of it is there at once. */
export function unpagedOfVendors(part: Part): string[] {
  if (part.vendorList?.items !== '') return [];
  return Object.entries(routesOf(part)).flatMap(([operationId, { method }]) => (method === 'get' ? [operationId] : []));
}
