import { randomUUID } from 'node:crypto';
import { isOwnName, meantValues } from '../../contracts/bindings/words.ts';
import { isId } from '../../contracts/lossless-json.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { placesIn, typesOf } from './request-places.ts';

const WIDGET_ID = /^((widget|tile|block|card|element)_?)?(id|key|uuid)$/i;

/** What keeps widgets by their ids. */
const KEEPS_WIDGETS = /^(widget|tile|block|card|element|component|item|node)s?(_?by_?id)?$/i;

/** What the kind of a widget of an AI says. */
const IS_OF_AI = /^ai|assistant|agent/i;

function isOfAi(widget: Members): boolean {
  return Object.entries(widget).some(([name, kind]) => /type|kind/i.test(name) && IS_OF_AI.test(String(kind)));
}

/** The widgets of an AI in the draft of a dashboard, whatever the draft keeps them in: each has its id, or is kept under it. */
export const aiWidgetsIn = (draft: unknown): string[] => idsWithin(draft, isOfAi);

/** The widgets in the draft of a dashboard, of whatever kind: each says its kind. */
export const widgetIdsIn = (draft: unknown): string[] =>
  idsWithin(draft, (one) => Object.keys(one).some((name) => /type|kind/i.test(name)));

function idsWithin(value: unknown, isWanted: (one: Members) => boolean, key?: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => idsWithin(one, isWanted));
  if (!isMembers(value)) return [];
  const id = Object.entries(value).find(([name]) => WIDGET_ID.test(name))?.[1] ?? key;
  const own = isWanted(value) && isId(id) ? [String(id)] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, member]) =>
      KEEPS_WIDGETS.test(name) && isMembers(member)
        ? Object.entries(member).flatMap(([kept, one]) => idsWithin(one, isWanted, kept))
        : idsWithin(member, isWanted),
    ),
  ];
}

/** A new workbook with a widget of an AI on its dashboard, where the document has a list of widgets that a new one may begin with. */
export function withWidget(
  document: TenantDocument,
  schema: Schema,
  body: Members,
  fresh: (what: string) => string,
): Members {
  const place = placesIn(document, schema).find(
    ({ path, schema: node }) => KEEPS_WIDGETS.test(path.at(-1) ?? '') && document.elementsOf(node) !== undefined,
  );
  if (!place) return body;
  return put(body, place.path, [widgetOf(document, document.elementsOf(place.schema), fresh)]);
}

const CONFIG = /^((dashboard|draft)_?)?(config(uration)?|definition|content|layout|document|draft)$/i;

/**
 * A publication of a draft with a widget of an AI more, where the document has such among the widgets of what is published, or else
 * with one of any kind, if that will do.
 */
export function withWidgetInDraft(
  document: TenantDocument,
  schema: Schema | undefined,
  draft: unknown,
  isAnyKind = false,
): Members | undefined {
  const places = placesIn(document, schema);
  const place = places.find(({ path: [holder = '', name = '', ...deeper], schema: node }) => {
    const isOfConfig = CONFIG.test(holder) && KEEPS_WIDGETS.test(name) && deeper.length === 0;
    return isOfConfig && document.elementsOf(node) !== undefined;
  });
  if (!place) return undefined;
  const [holder = '', name = ''] = place.path;
  const elements = document.elementsOf(place.schema);
  const widget = aiWidgetOf(document, elements) ?? (isAnyKind ? newIn(document, elements) : undefined);
  if (!widget || !isMembers(draft)) return undefined;
  const { [name]: standing = [] } = draft;
  return Array.isArray(standing)
    ? { [holder]: { ...draft, [name]: [...(standing as readonly unknown[]), widget] } }
    : undefined;
}

/** The id of a widget of the run. */
const NEW_ID = 'conformance-ai';

/**
 * A publication of a draft with a widget like one that another draft has, where the document says nothing of what is published but
 * that it is an object. What the widget names beside itself, such as a chat thread, is not named by the new one.
 */
export function withWidgetLike(
  document: TenantDocument,
  schema: Schema | undefined,
  draft: unknown,
  other: unknown,
  isWanted: (one: Members) => boolean = isOfAi,
): Members | undefined {
  const isFree = (node: Schema) =>
    typesOf(document, node).includes('object') && Object.keys(document.propertiesOf(node)).length === 0;
  const holder = Object.entries(document.propertiesOf(schema)).find(
    ([name, node]) => CONFIG.test(name) && isFree(node),
  );
  const [name, kept] = (isMembers(other) ? Object.entries(other) : []).find(
    ([member, value]) => KEEPS_WIDGETS.test(member) && widgetsIn(value).some(isWanted),
  ) ?? [''];
  const widget = widgetsIn(kept).find(isWanted);
  if (!holder || !widget || !isMembers(draft)) return undefined;
  const { [name]: standing = Array.isArray(kept) ? [] : {} } = draft;
  const one = likeWidget(widget);
  if (Array.isArray(standing) && Array.isArray(kept))
    return { [holder[0]]: { ...draft, [name]: [...(standing as readonly unknown[]), one] } };
  return isMembers(standing) && isMembers(kept)
    ? { [holder[0]]: { ...draft, [name]: { ...standing, [NEW_ID]: one } } }
    : undefined;
}

const widgetsIn = (kept: unknown): Members[] =>
  (Array.isArray(kept) ? (kept as readonly unknown[]) : isMembers(kept) ? Object.values(kept) : []).filter(isMembers);

function likeWidget(widget: Members): Members {
  const members = Object.entries(widget).flatMap(([name, value]): [string, unknown][] => {
    if (WIDGET_ID.test(name)) return [[name, typeof value === 'string' ? newIdLike(value) : value]];
    return /[a-z\d](Id|_id|ID)s?$/.test(name) && value !== null ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}

const newIdLike = (id: string) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? randomUUID() : NEW_ID);

/** What says that a widget is of an AI, with an id of its own; all else that it needs is filled in as it is sent. */
function aiWidgetOf(document: TenantDocument, elements: Schema | undefined): Members | undefined {
  const properties = Object.entries(document.propertiesOf(elements));
  const kinds = properties.flatMap(([name, node]): [string, unknown][] => {
    const ofAi = /type|kind/i.test(name)
      ? document.valuesOf(node).find((one) => IS_OF_AI.test(String(one)))
      : undefined;
    return ofAi === undefined ? [] : [[name, ofAi]];
  });
  return kinds.length === 0 ? undefined : { ...Object.fromEntries(kinds), ...newIn(document, elements) };
}

/** An id of its own, under each name that a widget has for it. */
function newIn(document: TenantDocument, elements: Schema | undefined): Members {
  const ids = Object.entries(document.propertiesOf(elements)).filter(
    ([name, node]) => WIDGET_ID.test(name) && typesOf(document, node).includes('string'),
  );
  return Object.fromEntries(ids.map(([name]) => [name, NEW_ID]));
}

function widgetOf(document: TenantDocument, elements: Schema | undefined, fresh: (what: string) => string): Members {
  return Object.fromEntries(
    Object.entries(document.propertiesOf(elements)).flatMap(([name, node]): [string, unknown][] => {
      const listed = meantValues(document.schema(node).enum ?? []);
      const ofAi = listed.find((one) => IS_OF_AI.test(String(one)));
      if (/type|kind/i.test(name) && ofAi !== undefined) return [[name, ofAi]];
      const isText = listed.length === 0 && typesOf(document, node).includes('string');
      return isText && (WIDGET_ID.test(name) || isOwnName(name)) ? [[name, fresh('widget')]] : [];
    }),
  );
}

function put(body: Members, [name = '', ...rest]: readonly string[], value: unknown): Members {
  const standing = body[name];
  if (rest.length === 0) return standing === undefined ? { ...body, [name]: value } : body;
  return { ...body, [name]: put(isMembers(standing) ? standing : {}, rest, value) };
}
