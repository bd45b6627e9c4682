/** An OpenAPI parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required?: true;
  readonly schema: { readonly type: string; readonly uniqueItems: true };
}

function query(name: string, type: 'boolean' | 'integer' | 'string', description: string): Parameter {
  return { name, in: 'query', description, schema: { type, uniqueItems: true } };
}

function inPath(name: string, description: string): Parameter {
  return { name, in: 'path', description, required: true, schema: { type: 'string', uniqueItems: true } };
}

const pretty = query('pretty', 'string', 'Indents the response.');
const dryRun = query('dryRun', 'string', 'All: a dry run, which stores nothing.');

/** Parameters that filter a list or turn it into a watch. */
export const listParameters: readonly Parameter[] = [
  query('allowWatchBookmarks', 'boolean', 'Allows bookmark events in a watch.'),
  query('continue', 'string', 'The token of the previous page.'),
  query('fieldSelector', 'string', 'A selector of objects by field.'),
  query('labelSelector', 'string', 'A selector of objects by label.'),
  query('limit', 'integer', 'The maximum number of objects in a page.'),
  query('resourceVersion', 'string', 'The version to list or to watch from.'),
  query('resourceVersionMatch', 'string', 'NotOlderThan or Exact.'),
  query('sendInitialEvents', 'boolean', 'Starts a watch with the existing objects.'),
  query('timeoutSeconds', 'integer', 'The duration of a watch in seconds.'),
  query('watch', 'boolean', 'Watches for changes instead of listing.'),
];

/** Parameters of writes. */
export const writeParameters: readonly Parameter[] = [
  dryRun,
  query('fieldManager', 'string', 'The owner of the fields that are set.'),
  query('fieldValidation', 'string', 'The handling of unknown fields: Ignore, Warn or Strict.'),
];

export const patchParameters: readonly Parameter[] = [
  ...writeParameters,
  query('force', 'boolean', 'Takes fields over from other managers.'),
];

export const deleteParameters: readonly Parameter[] = [
  dryRun,
  query('gracePeriodSeconds', 'integer', 'Seconds until the object is killed.'),
  query('orphanDependents', 'boolean', 'Deprecated form of propagationPolicy=Orphan.'),
  query('propagationPolicy', 'string', 'The handling of dependents: Orphan, Background or Foreground.'),
];

const collectionOnly = new Set(['allowWatchBookmarks', 'watch']);

export const deleteCollectionParameters: readonly Parameter[] = [
  ...listParameters.filter(({ name }) => !collectionOnly.has(name)),
  ...deleteParameters,
];

/** Parameters of all operations on a path. */
export function pathParameters(kind: string, path: string): readonly Parameter[] {
  return [
    ...(path.includes('{name}') ? [inPath('name', `The name of the ${kind}.`)] : []),
    ...(path.includes('{namespace}') ? [inPath('namespace', `The namespace of the ${kind}.`)] : []),
    pretty,
  ];
}

/** Parameters of a log. */
export const logParameters: readonly Parameter[] = [
  query('container', 'string', 'The container, if the pod has several.'),
  query('follow', 'boolean', 'Follows the log.'),
  query('limitBytes', 'integer', 'The maximum number of bytes.'),
  query('previous', 'boolean', 'The log of the previous container.'),
  query('sinceSeconds', 'integer', 'The maximum age of lines in seconds.'),
  query('tailLines', 'integer', 'The number of lines from the end.'),
  query('timestamps', 'boolean', 'Adds a timestamp to each line.'),
];
