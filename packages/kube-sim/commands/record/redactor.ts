import { asObject, asString, isObject, type JsonObject } from '../../src/object/json-value.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

/** Redacts secrets in a recording. */
interface Redactor {
  /** Redacts all strings of a value. */
  value<Value>(value: Value): Value;
  /** Redacts an object; the data of a Secret is replaced. */
  object(object: JsonObject): JsonObject;
}

const placeholder = 'redacted';
const secretName = /pass(?:word|wd|phrase)?|secret|token|credential|api[-_]?key|private[-_]?key|access[-_]?key|auth/i;

/** Patterns of secrets in any text. */
const patterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, placeholder],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, placeholder],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, placeholder],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-)[\w-]{16,}/g, placeholder],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${placeholder}`],
  [/(\w+:\/\/[^\s:/@]*:)[^\s@/]+@/g, `$1${placeholder}@`],
  [
    /((?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key)["']?\s*[=:]\s*["']?)[^\s"',;&]+/gi,
    `$1${placeholder}`,
  ],
];

/** Shorter values would match too much unrelated text. */
const minKnownLength = 6;

/** Creates a redactor of the values in these Secrets, wherever they occur. */
export function createRedactor(objects: readonly KubeObject[]): Redactor {
  const identifiers = objects.flatMap((object) => [...findIdentifiers(object)]);
  const known = objects
    .filter(({ kind }) => kind === 'Secret')
    .flatMap((secret) => Object.values({ ...asObject(secret['data']), ...asObject(secret['stringData']) }))
    .map(asString)
    .flatMap((encoded) => [encoded, Buffer.from(encoded, 'base64').toString('utf8').trim()])
    .filter((value) => value.length >= minKnownLength)
    // A value that is also an identifier in the cluster, such as `postgres`, is no secret, and redacting it would break
    // the recording.
    .filter((value) => !identifiers.some((identifier) => identifier.includes(value)))
    .sort((left, right) => right.length - left.length);

  function text(given: string): string {
    const withoutKnown = known.reduce((left, value) => left.replaceAll(value, placeholder), given);
    return patterns.reduce((left, [pattern, replacement]) => left.replaceAll(pattern, replacement), withoutKnown);
  }

  function visit(given: unknown): unknown {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(visit);
    return isObject(given) ? fields(given) : given;
  }

  /** `{ name: DB_PASSWORD, value: … }` and `DB_PASSWORD: …` are secret because of their names. */
  function fields(given: JsonObject): JsonObject {
    const isSecretVariable = secretName.test(asString(given['name'])) && typeof given['value'] === 'string';
    return Object.fromEntries(
      Object.entries(given).map(([name, each]) => [
        name,
        isSecretVariable && name === 'value' ? placeholder : visit(each),
      ]),
    );
  }

  return {
    value: <Value>(given: Value) => visit(given) as Value,
    object(given) {
      const { kind, data, stringData, ...rest } = given;
      if (kind === 'Secret') {
        const names = Object.keys({ ...asObject(data), ...asObject(stringData) });
        const content = asString(given['type']).includes('dockerconfigjson') ? '{"auths":{}}' : placeholder;
        const encoded = Buffer.from(content).toString('base64');
        return { kind, ...fields(rest), data: Object.fromEntries(names.map((name) => [name, encoded])) };
      }
      const settings = Object.entries(asObject(data)).map(([name, each]) => [
        name,
        secretName.test(name) ? placeholder : visit(each),
      ]);
      return { kind, ...fields(rest), ...(data !== undefined && { data: Object.fromEntries(settings) as JsonObject }) };
    },
  };
}

/** Names, images and labels. */
function* findIdentifiers(value: unknown, field = ''): Generator<string> {
  if (typeof value === 'string') {
    if (/^(?:name|namespace|image)$/i.test(field)) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* findIdentifiers(item, field);
  } else if (isObject(value)) {
    const isLabels = /^(?:labels|matchLabels|selector)$/.test(field);
    for (const [name, each] of Object.entries(value)) yield* findIdentifiers(each, isLabels ? 'name' : name);
  }
}
