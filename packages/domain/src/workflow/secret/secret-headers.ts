import { isId } from '../../identifier/id.ts';

/** Headers whose values are no secrets. The value of any other header is stored sealed. */
const plainHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
  'traceparent',
  'user-agent',
  'x-correlation-id',
  'x-request-id',
]);

const prefix = 'secret:';

/** A header of a request whose value is a secret. */
export interface SecretHeader {
  readonly name: string;
  readonly value: string;
  /** The id of the stored secret; undefined for a value that was just entered. */
  readonly secretId: string | undefined;
}

/** The headers of a configuration that are secrets, and the origin that they are sent to. */
interface SecretHeaders {
  readonly headers: readonly SecretHeader[];
  /** For example `https://hooks.example.com`; undefined if the host is not known before the rule runs. */
  readonly origin: string | undefined;
}

/** Finds the secret headers of an action's configuration. A value with a template is no secret: it comes from a row. */
export function findSecretHeaders(config: Readonly<Record<string, unknown>>): SecretHeaders {
  const { url, headers } = config;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    return { headers: [], origin: undefined };
  const secrets = Object.entries(headers).flatMap(([name, value]) => {
    const isSecret = typeof value === 'string' && !value.includes('{{') && !plainHeaders.has(name.trim().toLowerCase());
    return isSecret ? [{ name, value, secretId: toSecretId(value) }] : [];
  });
  return { headers: secrets, origin: typeof url === 'string' ? toOrigin(url) : undefined };
}

/** Returns the text that stands for a stored secret in a configuration. */
export function toSecretReference(secretId: string): string {
  return `${prefix}${secretId}`;
}

/** Returns the origin of a URL, if no template can change it. */
function toOrigin(url: string): string | undefined {
  const [start = ''] = url.split('{{');
  const parsed = URL.parse(start);
  const isWhole = /^https?:\/\/[^/?#]+[/?#]/i.test(start) || start === url;
  return parsed && isWhole && parsed.origin !== 'null' ? parsed.origin : undefined;
}

function toSecretId(value: string): string | undefined {
  const id = value.slice(prefix.length);
  return value.startsWith(prefix) && isId(id) ? id : undefined;
}
