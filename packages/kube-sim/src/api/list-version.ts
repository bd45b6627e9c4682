import { badRequest, invalid, tooLargeVersion } from '../errors/refusals.ts';

/**
 * As of which version objects are asked for; undefined where any present one will do.
 * @throws StatusError 400 or 422 for options that make no sense, 504 for a version that is yet to come
 */
export function parseListVersion(query: URLSearchParams, current: number): number | undefined {
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

/** Without a match, pages have always been of the version that is named, and whole lists of it or a later one. */
function isExact(query: URLSearchParams, match: string): boolean {
  const isPaged = Number(query.get('limit') ?? 0) > 0;
  return match === 'Exact' || (match === '' && isPaged);
}

function forbiddenMatch(message: string) {
  return invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [
    { reason: 'FieldValueForbidden', message: `Forbidden: ${message}`, field: 'resourceVersionMatch' },
  ]);
}
