import { isObject } from '../object/json-value.ts';
import { ageColumn, column, type Column } from './column.ts';
import { formatAge } from './duration.ts';

/** A column that a custom resource definition declares. */
export interface CustomColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** The declared columns, or the age where none are declared. */
export function toCustomColumns(declared: readonly CustomColumn[]): readonly Column[] {
  if (declared.length === 0) return [{ ...ageColumn, definition: { ...ageColumn.definition, type: 'date' } }];
  return declared.map(({ name, type, format = '', description = '', priority = 0, jsonPath }) =>
    column(
      name,
      (object, now) => {
        const values = evaluate(object, jsonPath);
        if (values.length === 0) return null;
        if (type === 'date') return formatAge(values[0], now);
        if (type === 'integer' || type === 'number' || type === 'boolean') return values[0] ?? null;
        return values
          .map((value) => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)))
          .join(',');
      },
      { type, format, description, priority },
    ),
  );
}

const segment =
  /\.([A-Za-z_$][-\w$]*(?:\\\.[-\w$]+)*)|\['([^']+)'\]|\[(\d+|\*)\]|\[\?\(@\.([\w.]+)\s*==\s*["']([^"']*)["']\)\]|\.\*/y;

/** Evaluates the part of JSONPath that columns use: fields, indexes, `[*]` and `[?(@.type=="Ready")]`. */
function evaluate(root: unknown, path: string): readonly unknown[] {
  let values: readonly unknown[] = [root];
  segment.lastIndex = 0;
  while (segment.lastIndex < path.length) {
    const match = segment.exec(path);
    if (!match) return [];
    const [, name, quoted, index, field, expected] = match;
    const key = name?.replaceAll('\\.', '.') ?? quoted;
    values = values.flatMap((value): readonly unknown[] => {
      if (key !== undefined) return isObject(value) && Object.hasOwn(value, key) ? [value[key]] : [];
      const items: readonly unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
      if (field !== undefined) return items.filter((item) => evaluate(item, `.${field}`)[0] === expected);
      return index === '*' || index === undefined ? items : items.slice(Number(index), Number(index) + 1);
    });
  }
  return values.filter((value) => value !== undefined && value !== null);
}
