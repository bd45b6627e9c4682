import type { JsonValue } from '@shipmate/core';

/** A JSON Schema, as far as forms read it. */
export interface FieldSchema {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
  readonly default?: JsonValue | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly anyOf?: readonly FieldSchema[] | undefined;
  readonly items?: FieldSchema | undefined;
  readonly properties?: Readonly<Record<string, FieldSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: FieldSchema | boolean | undefined;
}

/** The form of a value. */
type FieldShape =
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'number' }
  | { readonly kind: 'text'; readonly isLong: boolean }
  | { readonly kind: 'choices'; readonly options: readonly string[] }
  | { readonly kind: 'list'; readonly items: FieldSchema }
  | { readonly kind: 'conditions' }
  | { readonly kind: 'group'; readonly fields: readonly (readonly [name: string, schema: FieldSchema])[] }
  | { readonly kind: 'map' }
  /** Any JSON. */
  | { readonly kind: 'value' };

/** Longer texts get several lines. */
const longText = 300;

/**
 * Chooses the form of a value by its schema. A value that may also be a template has the form of the value; of several objects, the
 * one that has the fields of the value.
 */
export function toFieldShape(schema: FieldSchema, value?: JsonValue): FieldShape {
  const { type, enum: choices, anyOf = [], items, properties, maxLength = 0 } = schema;
  const [first] = anyOf;
  if (first) return toFieldShape(anyOf.find((each) => hasFields(each, value)) ?? first);
  if (choices) return { kind: 'choice', options: choices.map(String) };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'number' || type === 'integer') return { kind: 'number' };
  if (type === 'string') return { kind: 'text', isLong: maxLength > longText };
  if (type === 'array' && items) return toListShape(items);
  if (type !== 'object') return { kind: 'value' };
  return properties ? { kind: 'group', fields: Object.entries(properties) } : { kind: 'map' };
}

function hasFields({ required, properties }: FieldSchema, value: JsonValue | undefined): boolean {
  if (!properties || typeof value !== 'object' || value === null || Object.keys(value).length === 0) return false;
  return (required ?? []).every((name) => Object.hasOwn(value, name));
}

function toListShape(items: FieldSchema): FieldShape {
  if (items.enum) return { kind: 'choices', options: items.enum.map(String) };
  if (items.properties && 'field_name' in items.properties) return { kind: 'conditions' };
  return { kind: 'list', items };
}

/** Converts an entered text to a value: a number if it is one, so that templates and incomplete numbers stay texts. */
export function parseNumberText(text: string): JsonValue {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : text;
}

/** Converts an entered text to any value: JSON, or else the text. */
export function parseValueText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** The text of which {@link parseValueText} makes the value: texts that would be JSON are quoted. */
export function formatValueText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return parseValueText(value) === value ? value : JSON.stringify(value);
}

/** The text of a value that is a text or a number; other values as JSON. */
export function formatText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
}
