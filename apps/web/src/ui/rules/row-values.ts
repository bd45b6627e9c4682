import type { JsonValue } from '@shipmate/core';
import type { EntityView } from '@shipmate/protocol/web/entities';

/** Entered texts by field. */
export type RowTexts = Readonly<Record<string, string>>;

/** Converts entered texts by the types of their fields; empty ones are left out. */
export function toRow(fields: EntityView['fields'], texts: RowTexts): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    fields.flatMap<readonly [string, JsonValue]>(({ name, type }) => {
      const text = texts[name]?.trim() ?? '';
      if (text === '') return [];
      const isNumber = (type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text);
      if (isNumber) return [[name, Number(text)]];
      return [[name, type === 'boolean' ? text === 'true' : text]];
    }),
  );
}
