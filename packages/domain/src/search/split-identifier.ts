/** Parts of domains that carry no meaning about a group's purpose. */
const domainNoise: ReadonlySet<string> = new Set([
  'io',
  'com',
  'org',
  'net',
  'sh',
  'dev',
  'co',
  'in',
  'do',
  'x',
  'k8s',
]);

/**
 * Splits an identifier into words: `HTTPRoute` → http, route; `S3BucketPolicy` → s3, bucket, policy;
 * `storageClassName` → …
 */
export function splitIdentifier(name: string): readonly string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** Splits the name of a group into words: `postgresql.cnpg.io` → postgresql, cnpg. */
export function splitGroup(group: string): readonly string[] {
  return splitIdentifier(group).filter((word) => !domainNoise.has(word));
}
