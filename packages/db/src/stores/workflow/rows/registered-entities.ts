import type { EntityType } from '@shipmate/domain/workflow';
import type { Selectable } from 'kysely';
import type { Executor } from '../../../executor/executor.ts';
import type { RegisteredEntityTable } from '../../../schema/platform-tables.ts';

/** Lists the tables that an operator has registered, by name. */
export async function listRegisteredEntities(executor: Executor): Promise<readonly EntityType[]> {
  const rows = await executor.selectFrom('registered_entity').selectAll().orderBy('name').execute();
  return rows.map(toEntity);
}

/** Finds a registered table by the name of its entity. */
export async function findRegisteredEntity(executor: Executor, name: string): Promise<EntityType | undefined> {
  const row = await executor.selectFrom('registered_entity').selectAll().where('name', '=', name).executeTakeFirst();
  return row && toEntity(row);
}

function toEntity({ id, name, description, key, fields }: Selectable<RegisteredEntityTable>): EntityType {
  return { id, name, description, key, fields: [...fields] };
}
