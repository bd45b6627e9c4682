import type { z } from 'zod';
import { repairToolName } from '../repair/repair-tool-name.ts';

type RawIssue = z.core.$ZodRawIssue;

/**
 * Words an issue of zod for the person who sent the input: what is right, and of the input only its type. Pass it as `error` to a
 * parse; messages of the schema itself take precedence. The message completes the name of the field: "must be a string, not a number".
 */
export function describeIssue(issue: RawIssue): string {
  const unknown = unknownOf(issue);
  if (unknown !== undefined) return unknown;
  const wanted = wantedOf(issue);
  if (issue.input === undefined && wanted !== undefined) return `is missing: send ${wanted}`;
  switch (issue.code) {
    case 'invalid_type':
      return describeWrongType(issue);
    case 'too_small':
    case 'too_big':
      return describeSize(issue);
    case 'invalid_format':
      return describeFormat(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return 'has a key of the wrong form';
    case 'invalid_element':
      return 'has an element of the wrong form';
    default:
      return wanted === undefined ? 'is not valid' : `must be ${wanted}`;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  tuple: 'an array',
  null: 'null',
  date: 'a date',
  bigint: 'a whole number',
  nonoptional: 'a value',
};

const nameOf = (type: string): string => typeNames[type] ?? `a ${type}`;

/** The values or the type that an issue asks for, if it names them. */
function wantedOf(issue: RawIssue): string | undefined {
  if (issue.code === 'invalid_type') return nameOf(issue.expected);
  if (issue.code === 'invalid_value') return describeChoice(issue.values);
  return issue.code === 'invalid_union' ? describeUnion(issue) : undefined;
}

function describeChoice(values: readonly unknown[]): string {
  const [only] = values;
  return values.length === 1 ? JSON.stringify(only) : `one of ${quoteAll(values)}`;
}

function describeUnion(issue: Extract<RawIssue, { code: 'invalid_union' }>): string {
  const options: unknown = issue['options'];
  if (Array.isArray(options)) return describeChoice(options);
  const firsts = (issue.errors ?? []).map(([first]) => (first === undefined ? undefined : describeOption(first)));
  const wanted = new Set(firsts);
  return wanted.size === 0 || wanted.has(undefined) ? 'of another form' : [...wanted].join(' or ');
}

/** The form that one option of a union asks for. Its message was worded before, by this function or by the schema. */
function describeOption(first: z.core.$ZodIssue): string | undefined {
  if (first.path.length > 0) return `one with a valid ${JSON.stringify(first.path.join('.'))}`;
  return wantedOf(first as RawIssue) ?? /^must be (.+)$/s.exec(first.message)?.[1];
}

function describeWrongType({ expected, input }: Extract<RawIssue, { code: 'invalid_type' }>): string {
  const given = givenType(input);
  const isNamed = given !== undefined && nameOf(given) !== nameOf(expected) && expected !== 'int';
  return `must be ${nameOf(expected)}${isNamed ? `, not ${given === 'boolean' ? 'a boolean' : nameOf(given)}` : ''}`;
}

function givenType(input: unknown): string | undefined {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'array';
  return Number.isNaN(input) || input instanceof Date ? undefined : typeof input;
}

function describeSize(issue: Extract<RawIssue, { code: 'too_small' | 'too_big' }>): string {
  const isSmall = issue.code === 'too_small';
  const bound = Number(isSmall ? issue.minimum : issue.maximum);
  const unit = units[issue.origin];
  if (unit === undefined) {
    if (issue.inclusive === false) return `must be ${isSmall ? 'more' : 'less'} than ${bound}`;
    return `must be ${bound} or ${isSmall ? 'more' : 'less'}`;
  }
  if (isSmall && bound === 1) return 'must not be empty';
  return `must have at ${isSmall ? 'least' : 'most'} ${bound} ${unit}${bound === 1 ? '' : 's'}`;
}

/** What is counted, by the kind of value; numbers and dates are compared instead. */
const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
  object: 'field',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  url: 'a URL',
  email: 'an email address',
  datetime: 'an ISO 8601 date and time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'base64 text',
  json_string: 'JSON text',
};

function describeFormat(issue: Extract<RawIssue, { code: 'invalid_format' }>): string {
  const { format, pattern } = issue;
  if (format === 'url') return `must be a URL${describeProtocol(issue)}`;
  if (format === 'starts_with') return `must begin with ${JSON.stringify(issue['prefix'])}`;
  if (format === 'ends_with') return `must end with ${JSON.stringify(issue['suffix'])}`;
  if (format === 'includes') return `must contain ${JSON.stringify(issue['includes'])}`;
  const name = formats[format];
  if (name !== undefined) return `must be ${name}`;
  return pattern === undefined ? `must be a ${format.replaceAll('_', ' ')}` : `must match ${toSource(pattern)}`;
}

/** How addresses of a protocol begin, by the pattern of the protocol. */
const protocols: Readonly<Record<string, string>> = {
  '^https?$': 'http:// or https://',
  '^postgres(ql)?$': 'postgres:// or postgresql://',
};

function describeProtocol({ inst }: RawIssue): string {
  const definition = inst?._zod.def as { readonly protocol?: unknown } | undefined;
  if (!(definition?.protocol instanceof RegExp)) return '';
  const { source } = definition.protocol;
  const begins = protocols[source];
  return begins === undefined ? ` whose protocol matches ${source}` : ` that begins with ${begins}`;
}

function toSource(pattern: string): string {
  return pattern.replace(/^\/(.*)\/[a-z]*$/s, '$1');
}

function quoteAll(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** Limits for names in an error: the sender's, their length, and the known ones. */
const [maxKeys, maxKeyLength, maxKnown] = [5, 60, 12];

/** Words an issue about fields that an object does not have. */
function unknownOf(issue: RawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return describeUnknown(issue.keys, fieldsOf(issue.inst));
  if (issue.code !== 'invalid_union') return undefined;
  const unknown = (issue.errors ?? []).map((issues) => issues.find(isAboutUnknown)?.keys);
  const [first = [], ...others] = unknown.filter((keys) => keys !== undefined);
  if (first.length === 0 || others.length + 1 < unknown.length) return undefined;
  const sets = others.map((keys) => new Set(keys));
  const common = first.filter((key) => sets.every((keys) => keys.has(key)));
  if (common.length > 0) return describeUnknown(common, fieldsOf(issue.inst));
  return `has fields that exclude each other: ${quoteKeys([...new Set([first, ...others].flat())])}`;
}

function isAboutUnknown(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys' && issue.path.length === 0;
}

function describeUnknown(keys: readonly string[], known: readonly string[]): string {
  const shown = keys.slice(0, maxKeys);
  const near = shown.map((key) => repairToolName(key, known));
  const hints = near.map((name) => (name === undefined ? '' : ` (did you mean ${JSON.stringify(name)}?)`));
  const isListed = near.includes(undefined) && known.length > 0 && known.length <= maxKnown;
  return `has unknown fields: ${quoteKeys(keys, hints)}${isListed ? `; known: ${quoteAll(known)}` : ''}`;
}

/** The fields of an object, or of the options of a union. */
function fieldsOf(schema: RawIssue['inst']): readonly string[] {
  const { shape = {}, options = [] } = (schema?._zod.def ?? {}) as {
    readonly shape?: Readonly<Record<string, unknown>>;
    readonly options?: readonly z.core.$ZodType[];
  };
  return [...new Set([...Object.keys(shape), ...options.flatMap(fieldsOf)])];
}

function quoteKeys(keys: readonly string[], hints: readonly string[] = []): string {
  const shown = keys.slice(0, maxKeys).map((key, index) => {
    const name = key.length > maxKeyLength ? `${key.slice(0, maxKeyLength)}…` : key;
    return `${JSON.stringify(name)}${hints[index] ?? ''}`;
  });
  return keys.length > shown.length ? `${shown.join(', ')} and ${keys.length - shown.length} more` : shown.join(', ');
}
