import { X509Certificate } from 'node:crypto';
import { isJsonObject, type JsonObject, objectsAt } from '@shipmate/domain/cluster/object';
import { createNamedTextRedactor } from './named-text-redactor.ts';
import { redacted } from './redact-text.ts';
import type { SecretNameOptions } from './secret-names.ts';

/** Redacts secrets in all data from a cluster before it is used. */
export interface Redactor {
  readonly text: (text: string) => string;
  /**
   * Of `managedFields` it keeps the manager and the API version; the managed paths are dropped. A TLS Secret gets
   * `certificate`, the `notBefore` and `notAfter` of its certificate, which is public.
   */
  object(object: JsonObject): JsonObject;
  /** Redacts a table cell by the name of its column. */
  cell(column: string, value: unknown): unknown;
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const writerFields: ReadonlySet<string> = new Set(['manager', 'operation', 'apiVersion']);

export function createRedactor(options: SecretNameOptions = {}): Redactor {
  const { isSecretName, text } = createNamedTextRedactor(options);

  /** `isSecret`: true if a parent's name marks all text here as secret. */
  function walk(value: unknown, isSecret: boolean): unknown {
    if (typeof value === 'string') return isSecret && value !== '' ? redacted : text(value);
    if (Array.isArray(value)) return walkList(value, isSecret);
    return isJsonObject(value) ? walkFields(value) : value;
  }

  function walkList(list: readonly unknown[], isSecret: boolean): unknown[] {
    return list.map((item, index) => walk(item, isSecret || isAfterSecretFlag(list, index)));
  }

  /** Returns true for an argument that follows a secret flag, such as `--password`. */
  function isAfterSecretFlag(list: readonly unknown[], index: number): boolean {
    const [before, value] = [list[index - 1], list[index]];
    if (typeof before !== 'string' || typeof value !== 'string' || value.startsWith('-')) return false;
    const name = /^--?([\w.-]+)$/.exec(before)?.[1];
    return name !== undefined && isSecretName(name);
  }

  function walkField(key: string, value: unknown, isSecret: boolean): unknown {
    if (key !== 'managedFields') return walk(value, isSecret);
    return objectsAt(value).map((writer) =>
      Object.fromEntries(Object.entries(writer).filter(([field]) => writerFields.has(field))),
    );
  }

  function walkFields(object: JsonObject): JsonObject {
    const named = object['name'] ?? object['key'];
    const isNamedSecret = typeof named === 'string' && isSecretName(named);
    const entries = Object.entries(object).filter(([key]) => key !== lastApplied);
    return Object.fromEntries(
      entries.map(([key, value]) => [
        text(key),
        walkField(key, value, isSecretName(key) || (isNamedSecret && key === 'value')),
      ]),
    );
  }

  return {
    text,
    object(object) {
      const { kind, data, stringData, ...rest } = object;
      if (kind !== 'Secret') return walkFields(object);
      const { certificate: _foreign, ...fields } = rest;
      const certificate = isJsonObject(data) ? readCertificateDates(data['tls.crt']) : undefined;
      return {
        kind,
        ...walkFields(fields),
        ...(certificate && { certificate }),
        ...(isJsonObject(data) && { data: withoutValues(data, 'base64') }),
        ...(isJsonObject(stringData) && { stringData: withoutValues(stringData, 'utf8') }),
      };
    },
    cell: (column, value) => walk(value, isSecretName(column)),
  };
}

/** Keeps the keys of a Secret and the length of each value. */
function withoutValues(data: JsonObject, encoding: 'base64' | 'utf8'): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      `${redacted.slice(0, -1)}, ${typeof value === 'string' ? Buffer.byteLength(value, encoding) : 0} bytes]`,
    ]),
  );
}

/** The validity period of a certificate, in ISO 8601. */
interface CertificateDates {
  readonly notBefore: string;
  readonly notAfter: string;
}

/** A longer value of a Secret is not parsed. */
const maxCertificateLength = 100_000;

/**
 * Reads the dates of the first certificate in a value of a Secret, PEM in base64; `undefined` when it contains none.
 */
export function readCertificateDates(value: unknown): CertificateDates | undefined {
  if (typeof value !== 'string' || value.length > maxCertificateLength) return undefined;
  try {
    const { validFromDate, validToDate } = new X509Certificate(Buffer.from(value, 'base64'));
    return { notBefore: validFromDate.toISOString(), notAfter: validToDate.toISOString() };
  } catch {
    return undefined;
  }
}
