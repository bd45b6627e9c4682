import type { Principal } from '@shipmate/core';
import { isId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { Row, RowChange } from '../workflow/condition/evaluate-conditions.ts';
import type { WriteCause } from '../workflow/entities/entity-row-store.ts';
import { toValueText } from '../workflow/template/template-filters.ts';

/** A change of rows, by the names of their fields. */
interface NotedRows {
  readonly kind: 'row_created' | 'row_changed' | 'row_removed';
  readonly entity: string;
  readonly keys: readonly string[];
  readonly fields: readonly string[];
  readonly cause?: WriteCause | undefined;
}

/**
 * Updates a row with an entry in the audit log. Call it in a transaction.
 *
 * @throws AppError as `EntityRowStore.update` does
 */
export async function changeRow(
  stores: Stores,
  principal: Principal,
  { entity, ...change }: { readonly entity: string } & Parameters<Stores['entityRows']['update']>[2],
): Promise<RowChange> {
  const changed = await stores.entityRows.update(principal, entity, change);
  const { key, values, cause } = change;
  await noteRows(stores, principal, { kind: 'row_changed', entity, keys: [key], fields: Object.keys(values), cause });
  return changed;
}

/** Creates a row with an entry in the audit log. Call it in a transaction. @throws AppError as `EntityRowStore.create` does */
export async function createRow(
  stores: Stores,
  principal: Principal,
  { entity, ...row }: { readonly entity: string } & Parameters<Stores['entityRows']['create']>[2],
): Promise<Row> {
  const created = await stores.entityRows.create(principal, entity, row);
  const { values, cause } = row;
  const type = (await stores.entityRows.listEntities(principal)).find(({ name }) => name === entity);
  const key = toValueText(created[type?.key ?? 'id'] ?? null);
  await noteRows(stores, principal, { kind: 'row_created', entity, keys: [key], fields: Object.keys(values), cause });
  return created;
}

/** Writes one entry to the audit log for all rows of a change; none without rows. Call it in the transaction of the change. */
export async function noteRows(
  { audit }: Pick<Stores, 'audit'>,
  principal: Principal,
  { kind, entity, keys, fields, cause }: NotedRows,
): Promise<void> {
  const [key] = keys;
  if (key === undefined) return;
  const subjectId = keys.length === 1 && isId(key) ? key : null;
  const details = { entity, keys: [...keys], fields: [...fields], ...(cause && { executionId: cause.executionId }) };
  await audit.append(principal, { kind, subjectId, details });
}
