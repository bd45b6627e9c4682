import { isJsonObject, type JsonObject, objectsAt } from '@shipmate/domain/cluster';
import { readCertificateDates } from './certificate-dates.ts';
import { createTextRedactor, redacted } from './redact-text.ts';
import { createNameSearch, createSecretNames, rememberNames, type SecretNameOptions } from './secret-names.ts';

/** Takes secrets out of whatever a cluster gives, before anything is made of it. */
export interface Redactor {
  readonly text: (text: string) => string;
  /**
   * Of `managedFields` it leaves who wrote in which version of the API; what they wrote says nothing to anybody here. A TLS Secret
   * gets `certificate`, the `notBefore` and `notAfter` of its certificate, which is public.
   */
  object(object: JsonObject): JsonObject;
  /** A cell of a table, by the name of its column. */
  cell(column: string, value: unknown): unknown;
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const writerFields: ReadonlySet<string> = new Set(['manager', 'operation', 'apiVersion']);

export function createRedactor(options: SecretNameOptions = {}): Redactor {
  const isSecretName = rememberNames(createSecretNames(options));
  const text = createTextRedactor({ isSecretName, mayName: createNameSearch(options) });

  /** `isSecret`: whether the names above say that all text here is secret. */
  function walk(value: unknown, isSecret: boolean): unknown {
    if (typeof value === 'string') return isSecret && value !== '' ? redacted : text(value);
    if (Array.isArray(value)) return walkList(value, isSecret);
    return isJsonObject(value) ? walkFields(value) : value;
  }

  function walkList(list: readonly unknown[], isSecret: boolean): unknown[] {
    return list.map((item, index) => walk(item, isSecret || isAfterSecretFlag(list, index)));
  }

  /** `--password`, and then its value as an argument of its own. */
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

/** Keeps which keys a Secret has and how long each value is. */
function withoutValues(data: JsonObject, encoding: 'base64' | 'utf8'): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      `${redacted.slice(0, -1)}, ${typeof value === 'string' ? Buffer.byteLength(value, encoding) : 0} bytes]`,
    ]),
  );
}
