import type { ObjectSchema } from '@shipmate/core';

/** The most schemas of a result, counting those that references repeat; further ones accept everything. */
const maxNodes = 1_000;
const maxDepth = 32;

const textKeywords = ['description'] as const;
const numberKeywords = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/**
 * Converts the input schema of an MCP tool to one that every provider accepts and that can be checked in linear time: a tree
 * without patterns, formats and references. Parts that it cannot express accept everything; the server checks them.
 */
export function toToolSchema(inputSchema: string): ObjectSchema {
  const root: unknown = JSON.parse(inputSchema);
  const state: State = { root, nodes: 0, references: [] };
  const { properties, required, additionalProperties } = toObject(isRecord(root) ? root : {}, state, 0);
  return {
    type: 'object',
    properties: properties ?? {},
    ...(required && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}

interface State {
  readonly root: unknown;
  nodes: number;
  /** The references that lead to the present schema. */
  readonly references: string[];
}

type JsonRecord = Readonly<Record<string, unknown>>;

function toSchema(given: unknown, state: State, depth: number): JsonRecord {
  state.nodes += 1;
  if (!isRecord(given) || state.nodes > maxNodes || depth > maxDepth) return {};
  const { $ref: reference } = given;
  if (typeof reference === 'string') return toReferred(reference, state, depth);
  const { allOf } = given;
  if (Array.isArray(allOf) && allOf.length === 1) {
    return { ...toSchema(allOf[0], state, depth + 1), ...pick(given, textKeywords, 'string') };
  }
  const kept = {
    ...toType(given['type']),
    ...pick(given, textKeywords, 'string'),
    ...pick(given, numberKeywords, 'number'),
    ...('const' in given && isScalar(given['const']) && { const: given['const'] }),
    ...toEnum(given['enum']),
  };
  const choices = given['anyOf'] ?? given['oneOf'];
  return {
    ...kept,
    ...toObject(given, state, depth),
    ...(isRecord(given['items']) && { items: toSchema(given['items'], state, depth + 1) }),
    ...(Array.isArray(choices) &&
      choices.length > 0 && { anyOf: choices.map((choice) => toSchema(choice, state, depth + 1)) }),
  };
}

/** Returns the schema that a reference within the document names, but for one within itself. */
function toReferred(reference: string, state: State, depth: number): JsonRecord {
  if (!reference.startsWith('#/') || state.references.includes(reference)) return {};
  const steps = reference.slice(2).split('/');
  const target = steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, state.root);
  state.references.push(reference);
  const schema = toSchema(target, state, depth + 1);
  state.references.pop();
  return schema;
}

interface ObjectKeywords {
  readonly properties?: JsonRecord;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

function toObject(given: JsonRecord, state: State, depth: number): ObjectKeywords {
  const { properties, required, additionalProperties: more, patternProperties } = given;
  const named = isRecord(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, toSchema(each, state, depth + 1)]))
    : undefined;
  const names = Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
  const isClosed = more === false && patternProperties === undefined;
  return {
    ...(named && { properties: named }),
    ...(named && names.length > 0 && { required: names.filter((name) => Object.hasOwn(named, name)) }),
    ...(isClosed && { additionalProperties: false }),
    ...(isRecord(more) && { additionalProperties: toSchema(more, state, depth + 1) }),
  };
}

function toType(type: unknown): JsonRecord {
  const isKnown = (each: unknown) => types.some((known) => known === each);
  if (isKnown(type)) return { type };
  return Array.isArray(type) && type.length > 0 && type.every(isKnown) ? { type } : {};
}

function toEnum(values: unknown): JsonRecord {
  return Array.isArray(values) && values.length > 0 && values.every(isScalar) ? { enum: values } : {};
}

function pick(given: JsonRecord, keywords: readonly string[], type: 'string' | 'number'): JsonRecord {
  return Object.fromEntries(keywords.flatMap((name) => (typeof given[name] === type ? [[name, given[name]]] : [])));
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
