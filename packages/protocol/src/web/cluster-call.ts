/** The longest value that is shown, in characters. */
const maxShown = 160;

/** Fields that name the subject of a call, in the order in which kubectl takes them. */
const subjects = ['resource', 'pod', 'name', 'kind', 'question', 'query', 'intent', 'issue', 'operation'];

/** Fields that are shown as flags. */
const flags: readonly (readonly [field: string, flag: string])[] = [
  ['for', '--for'],
  ['namespace', '-n'],
  ['labels', '-l'],
  ['fieldSelector', '--field-selector'],
  ['container', '-c'],
  ['replicas', '--replicas'],
  ['revision', '--revision'],
  ['context', '--context'],
];

/** Describes a call as a command: `get pods -n payments`. The input may be incomplete while it streams in. */
export function describeCall(toolName: string, input: unknown): string {
  const fields =
    typeof input === 'object' && input !== null ? new Map(Object.entries(input)) : new Map<string, unknown>();
  const verb = toolName
    .replace(/^kubectl_/, '')
    .replace(/_dryrun$/, '')
    .replaceAll('_', ' ');
  const grep = toShown(fields.get('grep'));
  return [
    verb,
    describeManifest(fields.get('manifest')),
    ...subjects.map((field) => toShown(fields.get(field))),
    ...flags.map(([field, flag]) => withFlag(flag, toShown(fields.get(field)))),
    fields.get('previous') === true ? '--previous' : '',
    toolName.endsWith('_dryrun') ? '--dry-run' : '',
    withFlag('| grep', grep),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The kinds of a manifest's objects. */
function describeManifest(manifest: unknown): string {
  if (typeof manifest !== 'string') return '';
  const kinds = [...manifest.slice(0, 20_000).matchAll(/^kind:[ \t]*([A-Za-z]+)/gm)].map(([, kind]) => kind);
  return toShown([...new Set(kinds)].join(', '));
}

function withFlag(flag: string, value: string): string {
  return value === '' ? '' : `${flag} ${value}`;
}

function toShown(value: unknown): string {
  if (typeof value === 'number') return `${value}`;
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 2 * maxShown)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line;
}
