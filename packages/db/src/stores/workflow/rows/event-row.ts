import { builtInEntities, type EntityField, type Row, type RuleEvent, toEntityRow } from '@shipmate/domain/workflow';
import { type AliasedRawBuilder, sql } from 'kysely';

/** The fields of a registered table; null for an event of another entity. */
export interface EventFields {
  readonly registered_fields: readonly EntityField[] | null;
}

/** Selects the fields of the registered table of an event. */
export function registeredFields(
  events: string,
): AliasedRawBuilder<EventFields['registered_fields'], 'registered_fields'> {
  return sql<EventFields['registered_fields']>`(
    select fields from registered_entity where registered_entity.name = ${sql.ref(`${events}.entity`)})`.as(
    'registered_fields',
  );
}

/** Converts the stored values of an event's row as `EntityRowStore` does. */
export function toEventRow(
  { entity, trigger, registered_fields: registered }: Pick<RuleEvent, 'entity' | 'trigger'> & EventFields,
  stored: Row,
): Row {
  if (trigger === 'scheduled') return stored;
  const type = builtInEntities.find(({ name }) => name === entity);
  if (type) return toEntityRow(type, stored);
  // A column that is no longer registered keeps its value.
  const fields = (registered ?? []).filter(({ name }) => Object.hasOwn(stored, name));
  return { ...stored, ...toEntityRow({ fields }, stored) };
}
