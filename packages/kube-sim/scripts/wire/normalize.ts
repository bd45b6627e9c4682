/** Normalizes in a text what differs between any two clusters: identities, times, addresses and generated names. */
export function normalizeText(text: string): string {
  return replacements.reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), text);
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-<suffix>'],
  [/-[a-z0-9]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-<hash>-<suffix>'],
  [/\b(?!0\.0\.0\.0)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g, '<ip>'],
  [/\b((?:[a-z]+-)*[a-z]+)-(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz0-9]{8,10}\b/g, '$1-<hash>'],
  [/the ResourceVersion in record \(\d+\)/g, 'the ResourceVersion in record (<version>)'],
  [/resourceVersion: "\d+"/g, 'resourceVersion: "<version>"'],
  [/\bgen-[a-z0-9]{5}\b/g, 'gen-<suffix>'],
  [/containerd:\/\/[0-9a-f]+/g, '<container>'],
  [/current: \d+/g, 'current: <version>'],
  [/too old resource version: (\d+) \(\d+\)/g, 'too old resource version: $1 (<version>)'],
  [/"resourceVersion\\?":\\?"\d+/g, '"resourceVersion":"<version>'],
];

const volatileFields: ReadonlySet<string> = new Set([
  'buildDate',
  'containerID',
  'continue',
  'gitCommit',
  'gitVersion',
  'imageID',
  'pod-template-hash',
  'serverAddress',
]);

const age = /^(?:\d+[smhdy])+(?: ago)?$/;

/** Normalizes a JSON value; `version` is the resource version before the request. */
export function normalizeValue(value: unknown, version?: string): unknown {
  if (typeof value === 'string') return age.test(value) ? '<age>' : normalizeText(value);
  if (Array.isArray(value)) return value.map((item) => normalizeValue(item, version));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      if (name === 'resourceVersion' && typeof child === 'string') return [name, versionOf(child, version)];
      if (volatileFields.has(name) && typeof child === 'string' && child !== '') return [name, `<${name}>`];
      return [normalizeText(name), normalizeValue(child, version)];
    }),
  );
}

/** Versions compare by their order relative to the request. */
function versionOf(value: string, version: string | undefined): string {
  if (version === undefined || value === '0') return value === '0' ? '0' : '<version>';
  return value === version ? '<version before>' : '<new version>';
}
