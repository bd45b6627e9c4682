import { badRequest, invalid, tooLargeVersion } from '../errors/refusals.ts';

/**
 * As of which version objects are asked for; undefined where any present one will do.
 * @throws StatusError 400 or 422 for options that make no sense, 504 for a version that is yet to come
 */
export function parseListVersion(query: URLSearchParams, current: number): number | undefined {
  const match = query.get('resourceVersionMatch') ?? '';
  const text = query.get('resourceVersion') ?? '';
  if (match !== '' && text === '')
    throw forbiddenMatch('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (text === '') return undefined;
  if (query.has('continue') && query.get('continue') !== '') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const version = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(version)) {
    throw badRequest(`invalid resource version ${JSON.stringify(text)}`);
  }
  if (match === 'Exact' && version === 0) {
    throw forbiddenMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  }
  if (version > current) throw tooLargeVersion(version, current);
  // Without a match, pages have always been of the version that is named, and whole lists of it or a later one.
  const isPaged = Number(query.get('limit') ?? 0) > 0;
  const isExact = match === 'Exact' || (match === '' && isPaged);
  return isExact && version > 0 ? version : undefined;
}

function forbiddenMatch(message: string) {
  return invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [
    { reason: 'FieldValueForbidden', message: `Forbidden: ${message}`, field: 'resourceVersionMatch' },
  ]);
}
