import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import { changeRow, createRow, noteRows } from '@shipmate/domain/use-cases';
import {
  type ActionConfigOf,
  evaluateConditions,
  type Row,
  type RuleExecution,
  rowFilterOperators,
  type RowFilter,
  type WriteCause,
  toValueText,
} from '@shipmate/domain/workflow';
import type { RuleActionHandler } from '../rule-action.ts';

/** Maximum number of rows that one action updates. */
const maxUpdated = 1_000;

/** Sets a field of the event's row, or of the rows that match conditions. */
export const updateField: RuleActionHandler<ActionConfigOf<'update_field'>> = {
  kind: 'stored',
  async execute(stores, config, { execution, principal }) {
    const { target_entity: entity, target_field: field, new_value: value, conditions } = config;
    const values = { [field]: value };
    const cause = causeOf(execution);
    const keys =
      conditions === undefined ? [keyOf(execution, entity)] : await findKeys(stores, principal, { entity, conditions });
    const updated: string[] = [];
    for (const key of keys) {
      if (conditions !== undefined && !(await isStillSelected(stores, principal, { entity, key, conditions })))
        continue;
      await stores.entityRows.update(principal, entity, { key, values, cause });
      updated.push(key);
    }
    await noteRows(stores, principal, { kind: 'row_changed', entity, keys: updated, fields: [field], cause });
    return { port: 'success', output: { updated: updated.length, ...values } };
  },
};

/** Creates a row; its fields are the output. */
export const createEntity: RuleActionHandler<ActionConfigOf<'create_entity'>> = {
  kind: 'stored',
  async execute(stores, { target_entity: entity, fields }, { execution, principal }) {
    const cause = causeOf(execution);
    const output = await createRow(stores, principal, { entity, values: fields, cause });
    return { port: 'success', output };
  },
};

/** Reads fields of the first row that matches. */
export const lookupEntity: RuleActionHandler<ActionConfigOf<'lookup_entity'>> = {
  kind: 'stored',
  async execute({ entityRows }, { entity, filter, fields }, { principal }) {
    const filters = Object.entries(filter).map(([field, value]) => ({ field, operator: 'equals', value }) as const);
    const { rows } = await entityRows.query(principal, entity, { filters, fields, offset: 0, limit: 1 });
    const [row] = rows;
    return row ? { port: 'found', output: row } : { port: 'not_found', output: null };
  },
};

/** Moves a row to a status. */
export const transitionStatus: RuleActionHandler<ActionConfigOf<'transition_status'>> = {
  kind: 'stored',
  async execute(stores, config, { execution, principal }) {
    const {
      target_entity: entity,
      status_field: field,
      to_status: to,
      valid_from_statuses: valid,
      target_id: id,
    } = config;
    const key = id ?? keyOf(execution, entity);
    const from = (await stores.entityRows.lock(principal, entity, key))[field] ?? null;
    if (!valid.includes(toValueText(from))) return { port: 'invalid_transition', output: { from, to } };
    await changeRow(stores, principal, { entity, key, values: { [field]: to }, cause: causeOf(execution) });
    return { port: 'success', output: { from, to } };
  },
};

/** Returns the cause of the writes of an execution. */
export function causeOf({ id, depth }: RuleExecution): WriteCause {
  return { executionId: id, depth };
}

function keyOf({ event, ruleName }: RuleExecution, entity: string): string {
  if (event.entity === entity && event.trigger !== 'scheduled' && event.entityKey !== '') return event.entityKey;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The event of "${ruleName}" has no row of "${entity}". Name the rows by conditions or an id.`,
  });
}

/** The rows of an entity that match all conditions. */
interface RowSelection {
  readonly entity: string;
  readonly conditions: Parameters<typeof evaluateConditions>[0];
}

/** Selects rows by the conditions that the database can test, then by all. */
async function findKeys(
  { entityRows }: Stores,
  principal: Principal,
  { entity, conditions }: RowSelection,
): Promise<readonly string[]> {
  const filters = conditions.flatMap(({ field_name: field, operator, value }): readonly RowFilter[] =>
    isFilter(operator) ? [{ field, operator, value }] : [],
  );
  const { rows, total } = await entityRows.query(principal, entity, { filters, offset: 0, limit: maxUpdated });
  if (total > maxUpdated) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `The conditions select ${total} rows of "${entity}"; an action updates at most ${maxUpdated}.`,
    });
  }
  const types = await entityRows.listEntities(principal);
  const key = types.find(({ name }) => name === entity)?.key ?? 'id';
  return rows.filter((row) => isSelected(row, conditions)).map((row) => toValueText(row[key] ?? null));
}

/** Locks a row that was selected, and tests it again: another transaction may have changed or deleted it since. */
async function isStillSelected(
  { entityRows }: Stores,
  principal: Principal,
  { entity, key, conditions }: RowSelection & { readonly key: string },
): Promise<boolean> {
  try {
    return isSelected(await entityRows.lock(principal, entity, key), conditions);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return false;
    throw thrown;
  }
}

function isSelected(row: Row, conditions: RowSelection['conditions']): boolean {
  return evaluateConditions(conditions, { row }).every(({ holds }) => holds);
}

function isFilter(operator: string): operator is RowFilter['operator'] {
  return rowFilterOperators.some((each) => each === operator);
}
