import { invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asObject, asString, isSameJson, type JsonObject } from '../object/json-value.ts';
import { forbiddenField } from './field-rules.ts';

const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const largestBytes = 2 ** 20;

function findKeyProblem(key: string): string | undefined {
  if (key.length > 253) return 'must be no more than 253 bytes';
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) return keyRule;
  if (key === '.') return "must not be '.'";
  if (key === '..') return "must not be '..'";
  return key.startsWith('..') ? "must not start with '..'" : undefined;
}

function validateKeys(data: unknown, field: string): readonly StatusCause[] {
  return Object.keys(asObject(data)).flatMap((key) => {
    const problem = findKeyProblem(key);
    return problem === undefined ? [] : [invalidValue(`${field}[${key}]`, key, problem)];
  });
}

function checkSize(bytes: number, field: string): readonly StatusCause[] {
  if (bytes <= largestBytes) return [];
  return [{ reason: 'FieldValueTooLong', message: `Too long: may not be more than ${largestBytes} bytes`, field }];
}

const bytesOf = (values: unknown, encoding: 'utf8' | 'base64') =>
  Object.values(asObject(values)).reduce<number>((sum, value) => sum + Buffer.byteLength(asString(value), encoding), 0);

/** Checks a ConfigMap. */
export function validateConfigMap({ data, binaryData }: JsonObject): readonly StatusCause[] {
  const twice = Object.keys(asObject(data)).filter((key) => Object.hasOwn(asObject(binaryData), key));
  return [
    ...validateKeys(data, 'data'),
    ...twice.map((key) => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')),
    ...validateKeys(binaryData, 'binaryData'),
    ...checkSize(bytesOf(data, 'utf8') + bytesOf(binaryData, 'base64'), '[]'),
  ];
}

const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
};
const accountAnnotation = 'kubernetes.io/service-account.name';

/** Checks a Secret. */
export function validateSecret(secret: JsonObject): readonly StatusCause[] {
  const type = asString(secret['type']);
  const data = asObject(secret['data']);
  const keys = requiredKeys[type] ?? [];
  const causes = [...validateKeys(data, 'data'), ...checkSize(bytesOf(data, 'base64'), 'data')];
  causes.push(...keys.filter((key) => data[key] === undefined).map((key) => requiredValue(`data[${key}]`)));
  if (type === 'kubernetes.io/basic-auth' && data['username'] === undefined && data['password'] === undefined)
    causes.push(requiredValue('data[username]'), requiredValue('data[password]'));
  const { annotations } = asObject(secret['metadata']);
  if (type === 'kubernetes.io/service-account-token' && asString(asObject(annotations)[accountAnnotation]) === '')
    causes.push(requiredValue(`metadata.annotations[${accountAnnotation}]`));
  if (type.startsWith('kubernetes.io/dockerc'))
    for (const key of keys) causes.push(...validateJson(data[key], `data[${key}]`));
  return causes;
}

function validateJson(value: unknown, field: string): readonly StatusCause[] {
  if (value === undefined) return [];
  try {
    JSON.parse(Buffer.from(asString(value), 'base64').toString('utf8'));
    return [];
  } catch {
    return [invalidValue(field, '<secret contents redacted>', 'invalid character in JSON')];
  }
}

/** Checks an update of a ConfigMap or a Secret. */
export function validateConfigChange(before: JsonObject, after: JsonObject): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  if (!isSameJson(before['type'], after['type']))
    causes.push(invalidValue('type', after['type'], 'field is immutable'));
  if (before['immutable'] !== true) return causes;
  if (after['immutable'] !== true)
    causes.push(forbiddenField('immutable', 'field is immutable when `immutable` is set'));
  for (const field of ['data', 'binaryData'])
    if (!isSameJson(asObject(before[field]), asObject(after[field])))
      causes.push(forbiddenField(field, 'field is immutable when `immutable` is set'));
  return causes;
}
