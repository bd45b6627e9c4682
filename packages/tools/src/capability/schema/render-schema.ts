import { type JsonObject, isJsonObject, textAt, textsAt, valueAt } from '@shipmate/domain/cluster/object';
import { elementOf, elementsOf, fieldsOf, type SchemaSet } from '@shipmate/domain/capability';

/** The part of a schema to show. */
interface SchemaView {
  readonly schemas: SchemaSet;
  /** Levels of fields. */
  readonly depth: number;
}

/** The line limit, because recursive schemas have no end. */
const maxLines = 5_000;
const shortDescription = 110;
const longDescription = 600;
const namesShown = 10;
const enumShown = 12;

/** Renders a schema as lines: its own description in full, then its fields, nested ones indented. */
export function renderSchema(name: string, schema: JsonObject, view: SchemaView): string {
  const lines = [`${name}: ${typeOf(schema, view.schemas)}${describe(schema, longDescription)}`];
  for (const line of fieldLines(schema, view, 1)) {
    if (lines.length === maxLines) return [...lines, `… only the first ${maxLines} fields are shown`].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

function* fieldLines(schema: JsonObject, view: SchemaView, level: number): Generator<string> {
  const { schemas, depth } = view;
  const element = elementOf(schema, schemas);
  const required = new Set(textsAt(element, 'required'));
  for (const [name, field] of fieldsOf(element, schemas)) {
    const inner = fieldsOf(elementOf(field, schemas), schemas).map(([each]) => each);
    const isCut = level >= depth && inner.length > 0;
    const head = `${'  '.repeat(level)}${name}: ${typeOf(field, schemas)}${required.has(name) ? ' (required)' : ''}`;
    yield `${head}${isCut ? ` {${toNames(inner)}}` : ''}${describe(field, shortDescription)}`;
    if (!isCut) yield* fieldLines(field, view, level + 1);
  }
}

function toNames(names: readonly string[]): string {
  return names.length <= namesShown
    ? names.join(', ')
    : `${names.slice(0, namesShown - 2).join(', ')} and ${names.length - namesShown + 2} more`;
}

function typeOf(schema: JsonObject, schemas: SchemaSet): string {
  const elements = elementsOf(schema, schemas);
  const containers = elements.slice(0, -1).map((each) => (isJsonObject(each['items']) ? '[]' : 'map of '));
  return `${containers.join('')}${plainTypeOf(elements.at(-1) ?? schema)}`;
}

function plainTypeOf(schema: JsonObject): string {
  const type =
    schema['x-kubernetes-int-or-string'] === true ? 'integer|string' : (textAt(schema, 'type') ?? toUnion(schema));
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true ? ' of any fields' : '';
  const format = textAt(schema, 'format');
  return `${type}${open}${format === undefined || format === 'int-or-string' ? '' : ` (${format})`}${constraintsOf(schema)}`;
}

function toUnion(schema: JsonObject): string {
  const types = ['oneOf', 'anyOf'].flatMap((key) => {
    const parts = valueAt(schema, key);
    return Array.isArray(parts) ? parts.flatMap((part) => textAt(part, 'type') ?? []) : [];
  });
  return [...new Set(types)].join('|') || 'any';
}

function constraintsOf(schema: JsonObject): string {
  const values = Array.isArray(schema['enum']) ? schema['enum'].map((value) => JSON.stringify(value)) : [];
  const choices = values.length > enumShown ? [...values.slice(0, enumShown), '…'] : values;
  const parts = [
    choices.length === 0 ? '' : ` one of ${choices.join('|')}`,
    ...['minimum', 'maximum', 'pattern'].map((key) => {
      const value = textAt(schema, key);
      return value === undefined || value.length > 80 ? '' : ` ${key} ${value}`;
    }),
    isWorthTelling(schema['default']) ? ` = ${JSON.stringify(schema['default']).slice(0, 80)}` : '',
  ];
  return parts.join('');
}

/** Returns false for an empty default, which readers expect. */
function isWorthTelling(value: unknown): boolean {
  return value !== undefined && value !== '' && !(isJsonObject(value) && Object.keys(value).length === 0);
}

function describe(schema: JsonObject, length: number): string {
  const text = (textAt(schema, 'description') ?? '')
    .slice(0, 2 * longDescription)
    .replaceAll(/\s+/g, ' ')
    .replace(/ ?More info: ?\S+/gi, '')
    .trim();
  if (text === '') return '';
  const [sentence = ''] = length === shortDescription ? text.split(/(?<=[.!?]) (?=[A-Z])/, 1) : [text];
  return ` — ${sentence.length <= length ? sentence : `${sentence.slice(0, length).replace(/\s\S*$/, '')} …`}`;
}
