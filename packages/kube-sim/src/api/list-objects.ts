import { badRequest, expiredList, gone, invalidObject, tooLargeVersion } from '../errors/refusals.ts';
import { asObject, isObject, omit } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { parseFieldSelector, parseLabelSelector } from '../selectors/selectors.ts';
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

/** The collection to list. */
interface ListPlace {
  readonly definition: ResourceDefinition;
  readonly namespace?: string;
}

/** Builds the filter of a query's label and field selectors. @throws StatusError 400 for a malformed selector */
export function toFilter(query: URLSearchParams, definition: ResourceDefinition): (object: KubeObject) => boolean {
  const labels = parseLabelSelector(query.get('labelSelector') ?? '');
  const fields = parseFieldSelector(query.get('fieldSelector') ?? '', definition.storage);
  return (object) => labels(object.metadata.labels ?? {}) && fields(object);
}

/**
 * Lists a resource, in pages if the query has a limit; all pages show the version of the first.
 * @throws StatusError 400, or 410 if that version has expired
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

/** The objects at an earlier version. @throws StatusError 410 with a token to continue without it, if it has expired */
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

/** If any version will do, a real server answers the whole list from its watch cache. */
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

/** Strips the fields that list items lack: apiVersion and kind. */
export function toListItem(object: KubeObject): Record<string, unknown> {
  return omit(object, 'apiVersion', 'kind');
}

/** The position in a paged list. */
interface ContinueToken {
  /** The version of all pages; absent after it expired, when the rest is listed at the current version. */
  readonly version?: number;
  /** The key of the previous page's last object, relative to the collection. */
  readonly after: string;
}

/** Marks a token without a version. */
const noVersion = -1;

/** Encodes a token as a real server does. */
function writeToken({ version = noVersion, after }: ContinueToken): string {
  const token = { v: 'meta.k8s.io/v1', rv: version, start: `${after}\u0000` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Decodes a token. @throws StatusError 400 if malformed */
function readToken(token: string): ContinueToken {
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const { rv, start, v } = asObject(parse(text));
  if (v !== 'meta.k8s.io/v1' || typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv < noVersion || rv === 0) {
    throw badRequest('continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  if (typeof start !== 'string' || start === '') {
    throw badRequest('continue key is not valid: encoded start key must not be empty');
  }
  return { after: start.endsWith('\u0000') ? start.slice(0, -1) : start, ...(rv !== noVersion && { version: rv }) };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  const found =
    text === ''
      ? 'unexpected end of JSON input'
      : `invalid character ${quoteCharacter(text.charAt(0))} looking for beginning of value`;
  throw badRequest(`invalid continue token: continue key is not valid: ${found}`);
}

/** Quotes a byte as Go does. */
function quoteCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const isPlain = (code >= 0x20 && code < 0x7f) || code >= 0xa1;
  return isPlain ? `'${character}'` : `'\\u${code.toString(16).padStart(4, '0')}'`;
}

/**
 * Reads the resource version that a list asks for; undefined if the current one will do.
 * @throws StatusError 400 or 422 for invalid options, 504 for a future version
 */
function parseListVersion(query: URLSearchParams, current: number): number | undefined {
  const match = query.get('resourceVersionMatch') ?? '';
  const text = query.get('resourceVersion') ?? '';
  if (text === '') {
    if (match === '') return undefined;
    throw forbiddenMatch('resourceVersionMatch is forbidden unless resourceVersion is provided');
  }
  if (query.get('continue')) throw badRequest('specifying resource version is not allowed when using continue');
  const version = Number(text);
  if (!/^\d{1,15}$/.test(text)) {
    const why = `Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
    throw badRequest(`invalid resource version: resourceVersion: ${why}`);
  }
  if (version > current) throw tooLargeVersion(version, current);
  if (version > 0) return isExact(query, match) ? version : undefined;
  if (match === 'Exact') throw forbiddenMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  return undefined;
}

/** Without `resourceVersionMatch`, pages show exactly the named version and whole lists that one or a later one. */
function isExact(query: URLSearchParams, match: string): boolean {
  const isPaged = Number(query.get('limit') ?? 0) > 0;
  return match === 'Exact' || (match === '' && isPaged);
}

function forbiddenMatch(message: string) {
  return invalidObject({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [
    { reason: 'FieldValueForbidden', message: `Forbidden: ${message}`, field: 'resourceVersionMatch' },
  ]);
}
