import type { AppError, JsonValue } from '@shipmate/core';
import {
  entityListResponseSchema,
  entityRowListResponseSchema,
  entityRowResponseSchema,
} from '@shipmate/protocol/web/entities';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';

const tablesKey = ['tables'] as const;
const rowsPath = (entity: string) => `/api/entities/${encodeURIComponent(entity)}/rows`;

/** Rules change rows too, so the list is read again at this interval. */
const rowIntervalMs = 10_000;

/** The tables whose rows rules watch. */
export function useEntities() {
  return useQuery({
    queryKey: [...tablesKey, 'entities'],
    queryFn: ({ signal }) => requestJson('/api/entities', { schema: entityListResponseSchema, signal }),
    select: ({ entities }) => entities,
  });
}

/** The rows of a table, newest first; polls while the page is visible. */
export function useEntityRows({ entity, limit }: { readonly entity: string; readonly limit: number }) {
  return useQuery({
    queryKey: [...tablesKey, 'rows', entity, limit],
    queryFn: ({ signal }) =>
      requestJson(`${rowsPath(entity)}?limit=${limit}`, { schema: entityRowListResponseSchema, signal }),
    // Columns belong to the table, so rows of another one are not shown meanwhile.
    placeholderData: (previous, query) => (query?.queryKey[2] === entity ? previous : undefined),
    refetchInterval: rowIntervalMs,
  });
}

/** A new value of a field, and the value that the person saw. */
export interface CellChange {
  readonly key: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly seen: JsonValue;
}

/** The end of a change; the error is null when the value was saved. */
export interface CellOutcome {
  readonly field: string;
  readonly error: AppError | null;
}

/** Writes a value to a row. `onOutcome` is called for every change, also when its cell is no longer shown. */
export function useChangeCell(entity: string, onOutcome: (outcome: CellOutcome) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, field, value, seen }: CellChange) =>
      requestJson(`${rowsPath(entity)}/${encodeURIComponent(key)}`, {
        schema: entityRowResponseSchema,
        method: 'PATCH',
        body: { values: { [field]: value }, expected: { [field]: seen } },
      }),
    onSuccess: (_row, { field }) => onOutcome({ field, error: null }),
    onError: (error, { field }) => onOutcome({ field, error }),
    onSettled: () => client.invalidateQueries({ queryKey: tablesKey }),
  });
}
