import type { JsonValue } from '@shipmate/core';
import { storableJson } from '../storable-json.ts';

/** Returns records as one parameter for `json_to_recordset`, without characters that PostgreSQL cannot store. */
export function toRecords(records: readonly object[]): string {
  return JSON.stringify(storableJson(records as unknown as JsonValue));
}

/** Splits a list into batches. */
export function* toBatches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
