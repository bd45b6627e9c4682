/** Ends of domains that say nothing about what a group is for. */
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

/** The words of an identifier: `HTTPRoute` → http, route; `S3BucketPolicy` → s3, bucket, policy; `storageClassName` → … */
export function splitIdentifier(name: string): readonly string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** The words of the name of a group: `postgresql.cnpg.io` → postgresql, cnpg. */
export function splitGroup(group: string): readonly string[] {
  return splitIdentifier(group).filter((word) => !domainNoise.has(word));
}
