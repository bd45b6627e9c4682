import { AppError, type Principal } from '@shipmate/core';
import type { Diagram, DiagramRequest, DiagramStore } from '@shipmate/domain/code-map';
import { type Selectable, sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { DiagramTable } from '../../schema/code-map-tables.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { inWholeOrganization, requireRepository } from './visible-repository.ts';

const maxDiagrams = 200;

/** Creates a {@link DiagramStore} on SQL. */
export function createDiagramStore(executor: Executor): DiagramStore {
  const own = (principal: Principal, diagramId: string) => {
    requireId(diagramId, 'diagram');
    return { ...inWholeOrganization(principal, 'diagram'), id: diagramId };
  };

  return {
    async create(principal, { id, repositoryId, name, description, request }) {
      requireId(principal.userId, 'user');
      // Concurrent writers wait for this row, so that each finds the names of the others.
      await requireRepository(executor, principal, { repositoryId, lock: true });
      const rows = await executor
        .selectFrom('diagram')
        .select('name')
        .where('repository_id', '=', repositoryId)
        .execute();
      if (rows.length >= maxDiagrams) {
        throw new AppError({
          code: 'CONFLICT',
          message: `The repository has ${maxDiagrams} diagrams. Delete some of them.`,
        });
      }
      const row = await executor
        .insertInto('diagram')
        .values({
          ...inWholeOrganization(principal, 'diagram'),
          id,
          repository_id: repositoryId,
          name: toFreeName(storableText(name), new Set(rows.map((each) => each.name))),
          description: storableText(description),
          request: toStorableJson(request),
          created_by_user_id: principal.userId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toDiagram(row);
    },

    async get(principal, diagramId) {
      const row = await executor
        .selectFrom('diagram')
        .selectAll()
        .where((eb) => eb.and(own(principal, diagramId)))
        .executeTakeFirst();
      return toDiagram(found(row, 'diagram'));
    },

    async list(principal, repositoryId) {
      await requireRepository(executor, principal, { repositoryId });
      const rows = await executor
        .selectFrom('diagram')
        .selectAll()
        .where('repository_id', '=', repositoryId)
        .orderBy('name')
        .execute();
      return rows.map(toDiagram);
    },

    async change(principal, diagramId, { name, description, request, positions }) {
      const row = await executor
        .updateTable('diagram')
        .set({
          updated_at: sql`clock_timestamp()`,
          ...(name !== undefined && { name: storableText(name) }),
          ...(description !== undefined && { description: storableText(description) }),
          ...(request !== undefined && { request: toStorableJson(request) }),
          ...(positions !== undefined && { positions: toStorableJson(positions) }),
        })
        .where((eb) => eb.and(own(principal, diagramId)))
        .returningAll()
        .executeTakeFirst();
      return toDiagram(found(row, 'diagram'));
    },

    async remove(principal, diagramId) {
      const row = await executor
        .deleteFrom('diagram')
        .where((eb) => eb.and(own(principal, diagramId)))
        .returning('id')
        .executeTakeFirst();
      found(row, 'diagram');
    },
  };
}

/** Returns the name, or the first of `name 2`, `name 3` and so on that is free. */
function toFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(free)) return free;
  }
}

/** Text within `json` may have escaped NUL characters: it is never read as text of the database. */
function toStorableJson(value: DiagramRequest | Diagram['positions']): string {
  return JSON.stringify(value);
}

function toDiagram(row: Selectable<DiagramTable>): Diagram {
  return {
    id: row.id,
    repositoryId: row.repository_id,
    name: row.name,
    description: row.description,
    request: row.request,
    positions: row.positions,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
