import { badRequest } from '../errors/refusals.ts';
import { asObject, isObject, omit } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { parseFieldSelector } from '../selectors/field-selector.ts';
import { parseLabelSelector } from '../selectors/label-selector.ts';
import { keyOf, type ObjectStore } from '../store/object-store.ts';

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

/** Whether an object is wanted by the selectors of a query. @throws StatusError 400 for a selector that cannot be read */
export function toFilter(query: URLSearchParams, definition: ResourceDefinition): (object: KubeObject) => boolean {
  const labels = parseLabelSelector(query.get('labelSelector') ?? '');
  const fields = parseFieldSelector(query.get('fieldSelector') ?? '', definition.storage);
  return (object) => labels(object.metadata.labels ?? {}) && fields(object);
}

/** Lists a resource, a page at a time where the query limits it. @throws StatusError 400 */
export function listObjects(
  store: ObjectStore,
  { definition, namespace }: { readonly definition: ResourceDefinition; readonly namespace?: string },
  query: URLSearchParams,
): Page {
  const filter = toFilter(query, definition);
  const limit = parseLimit(query.get('limit'));
  const token = query.get('continue') ?? '';
  const from = token === '' ? undefined : parseToken(token);
  const all = store.list(definition.storage, namespace);
  const rest = from === undefined ? all : all.filter(({ metadata }) => keyOf(metadata) > from.start);
  const selected = rest.filter(filter);
  const resourceVersion = String(from?.rv ?? store.version());
  const items = limit === 0 ? selected : selected.slice(0, limit);
  const last = items.at(-1);
  if (items.length === selected.length || !last)
    return { items, metadata: { resourceVersion }, isFirst: from === undefined };
  const next = { v: 'meta.k8s.io/v1', rv: Number(resourceVersion), start: `${keyOf(last.metadata)}\u0000` };
  const isSelected = query.has('labelSelector') || query.has('fieldSelector');
  return {
    items,
    metadata: {
      resourceVersion,
      continue: Buffer.from(JSON.stringify(next)).toString('base64url'),
      ...(!isSelected && { remainingItemCount: selected.length - items.length }),
    },
    isFirst: from === undefined,
  };
}

function parseLimit(text: string | null): number {
  if (text === null || text === '') return 0;
  const limit = Number(text);
  if (!Number.isSafeInteger(limit))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Math.max(0, limit);
}

function parseToken(token: string): { readonly rv: number; readonly start: string } {
  const text = Buffer.from(token, 'base64url').toString('latin1');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const found =
      text.charAt(0) === ''
        ? 'unexpected end of JSON input'
        : `invalid character '${text.charAt(0)}' looking for beginning of value`;
    throw badRequest(`invalid continue token: continue key is not valid: ${found}`);
  }
  const { rv, start } = asObject(value);
  if (!isObject(value) || typeof rv !== 'number' || typeof start !== 'string') {
    throw badRequest('invalid continue token: continue key is not valid: encoded start key must not be empty');
  }
  return { rv, start: start.endsWith('\u0000') ? start.slice(0, -1) : start };
}

/** Objects without what only single ones carry: the items of lists name no kind. */
export function toListItem(object: KubeObject): Record<string, unknown> {
  return omit(object, 'apiVersion', 'kind');
}
