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

const pretty = query('pretty', 'string', 'Whether the answer is indented.');
const dryRun = query('dryRun', 'string', 'With All, nothing is stored.');

/** Parameters that filter a list or turn it into a watch. */
export const listParameters: readonly Parameter[] = [
  query('allowWatchBookmarks', 'boolean', 'Whether a watch may tell of versions alone.'),
  query('continue', 'string', 'Goes on where the page that named it ended.'),
  query('fieldSelector', 'string', 'Only objects with these values in fields.'),
  query('labelSelector', 'string', 'Only objects with these labels.'),
  query('limit', 'integer', 'How many objects a page holds at most.'),
  query('resourceVersion', 'string', 'From which version on changes are told.'),
  query('resourceVersionMatch', 'string', 'How resourceVersion is meant.'),
  query('sendInitialEvents', 'boolean', 'Whether a watch begins with the objects that exist.'),
  query('timeoutSeconds', 'integer', 'When a watch ends.'),
  query('watch', 'boolean', 'Tells of changes instead of listing.'),
];

/** Parameters of writes. */
export const writeParameters: readonly Parameter[] = [
  dryRun,
  query('fieldManager', 'string', 'Who owns the fields that are set.'),
  query('fieldValidation', 'string', 'What becomes of fields that nobody knows: Ignore, Warn or Strict.'),
];

export const patchParameters: readonly Parameter[] = [
  ...writeParameters,
  query('force', 'boolean', 'Takes fields over from other managers.'),
];

export const deleteParameters: readonly Parameter[] = [
  dryRun,
  query('gracePeriodSeconds', 'integer', 'How long the object may take to end.'),
  query('orphanDependents', 'boolean', 'Deprecated form of propagationPolicy=Orphan.'),
  query('propagationPolicy', 'string', 'What becomes of dependents: Orphan, Background or Foreground.'),
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
  query('container', 'string', 'Whose log, where the pod has several containers.'),
  query('follow', 'boolean', 'Goes on as lines are written.'),
  query('limitBytes', 'integer', 'How much is sent at most.'),
  query('previous', 'boolean', 'The log of the start before.'),
  query('sinceSeconds', 'integer', 'Only lines that are newer.'),
  query('tailLines', 'integer', 'Only so many lines from the end.'),
  query('timestamps', 'boolean', 'Puts a time before each line.'),
];
