import { AppError, type Principal } from '@shipmate/core';
import { nearestNames } from '@shipmate/domain/search';
import type { EntityRowReader } from '@shipmate/domain/tool-storage';
import { type EntityType, findEntity } from '@shipmate/domain/workflow';

/** Finds an entity by its name or id. @throws AppError `NOT_FOUND` with the nearest names */
export async function findEntityType(
  rows: Pick<EntityRowReader, 'listEntities'>,
  principal: Principal,
  wanted: string,
): Promise<EntityType> {
  const entities = await rows.listEntities(principal);
  const found = findEntity(entities, wanted);
  if (found) return found;
  const names = entities.map(({ name }) => name);
  const near = nearestNames(wanted, names);
  throw new AppError({
    code: 'NOT_FOUND',
    message: `No entity is named "${wanted}". ${near.length > 0 ? `Nearest: ${near.join(', ')}.` : `Entities: ${names.join(', ')}.`}`,
  });
}
