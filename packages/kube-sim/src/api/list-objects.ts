import { badRequest, expiredList, gone } from '../errors/refusals.ts';
import { omit } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { parseFieldSelector } from '../selectors/field-selector.ts';
import { parseLabelSelector } from '../selectors/label-selector.ts';
import { keyOf, type ObjectStore } from '../store/object-store.ts';
import { type ContinueToken, readToken, writeToken } from './continue-token.ts';
import { parseListVersion } from './list-version.ts';

/** One page of a list. */
export interface Page {
  readonly items: readonly KubeObject[];
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly isFirst: boolean;
}

/** What is listed. */
interface ListPlace {
  readonly definition: ResourceDefinition;
  readonly namespace?: string;
}

/** Whether an object is wanted by the selectors of a query. @throws StatusError 400 for a selector that cannot be read */
export function toFilter(query: URLSearchParams, definition: ResourceDefinition): (object: KubeObject) => boolean {
  const labels = parseLabelSelector(query.get('labelSelector') ?? '');
  const fields = parseFieldSelector(query.get('fieldSelector') ?? '', definition.storage);
  return (object) => labels(object.metadata.labels ?? {}) && fields(object);
}

/**
 * Lists a resource, a page at a time where the query limits it; all pages show the version of the first one.
 * @throws StatusError 400, 410 where that version is forgotten
 */
export function listObjects(store: ObjectStore, place: ListPlace, query: URLSearchParams): Page {
  const { definition, namespace } = place;
  const filter = toFilter(query, definition);
  const limit = limitOf(query);
  const exact = parseListVersion(query, store.version());
  const text = query.get('continue') ?? '';
  const token = text === '' ? undefined : readToken(text);
  const version = token ? token.version : exact;
  const all =
    version === undefined ? store.list(definition.storage, namespace) : listAt(store, place, { version, token });
  const prefix = namespace === undefined ? '' : `${namespace}/`;
  const placeOf = ({ metadata }: KubeObject) => keyOf(metadata).slice(prefix.length).replace(/^\//, '');
  const rest = token === undefined ? all : all.filter((object) => placeOf(object) > token.after);
  const selected = rest.filter(filter);
  const items = limit === 0 ? selected : selected.slice(0, limit);
  const last = items.at(-1);
  const shown = version ?? store.version();
  const isWhole = items.length === selected.length || !last;
  const isSelected = query.has('labelSelector') || query.has('fieldSelector');
  return {
    items,
    metadata: {
      resourceVersion: String(shown),
      ...(!isWhole && { continue: writeToken({ after: placeOf(last), version: shown }) }),
      ...(!isWhole && !isSelected && { remainingItemCount: selected.length - items.length }),
    },
    isFirst: token === undefined,
  };
}

/** The objects of an earlier version. Who was reading pages of it is told how to go on without it. */
function listAt(
  store: ObjectStore,
  { definition, namespace }: ListPlace,
  { version, token }: { readonly version: number; readonly token: ContinueToken | undefined },
): readonly KubeObject[] {
  const found = store.listAt(definition.storage, version);
  if (!found && token) throw expiredList(writeToken({ after: token.after }));
  if (!found) throw gone('The resourceVersion for the provided list is too old.');
  return namespace === undefined ? found : found.filter(({ metadata }) => metadata.namespace === namespace);
}

/** Where any version will do, a real server answers the whole list from its watch cache. */
function limitOf(query: URLSearchParams): number {
  const isCached = query.get('resourceVersion') === '0' && !query.get('continue');
  return isCached ? 0 : parseLimit(query.get('limit'));
}

function parseLimit(text: string | null): number {
  if (text === null || text === '') return 0;
  const limit = Number(text);
  if (!Number.isSafeInteger(limit))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Math.max(0, limit);
}

/** Objects without what only single ones carry: the items of lists name no kind. */
export function toListItem(object: KubeObject): Record<string, unknown> {
  return omit(object, 'apiVersion', 'kind');
}
