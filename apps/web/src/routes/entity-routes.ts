import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { changeRow } from '@shipmate/domain/use-cases';
import type { EntityType, Row } from '@shipmate/domain/workflow';
import {
  changeRowRequestSchema,
  type EntityListResponse,
  entityListResponseSchema,
  type EntityRowListResponse,
  entityRowListResponseSchema,
  entityRowQuerySchema,
  type EntityRowResponse,
  entityRowResponseSchema,
  type EntityView,
} from '@shipmate/protocol/web/entities';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link entityRoutes}. */
interface EntityRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/entities`: the tables that rules watch, and their rows. */
export function entityRoutes({ authenticate, unitOfWork }: EntityRoutesOptions): Hono<AppEnvironment> {
  const { entityRows } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', { summary: 'List entities', response: entityListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const entities = await entityRows.listEntities(principal);
    return context.json<EntityListResponse>({ entities: entities.map(toEntityView) });
  });

  describeRoute(app, 'GET /:name/rows', { summary: 'List rows of an entity', response: entityRowListResponseSchema });
  app.get('/:name/rows', async (context) => {
    const principal = await authenticate(context.req.raw);
    const query = { ...context.req.query(), filter: context.req.queries('filter') };
    const { filter: filters, sort, offset, limit } = parseInput(entityRowQuerySchema, query);
    const { rows, total } = await entityRows.query(principal, context.req.param('name'), {
      filters,
      sort: sort === undefined ? [] : [{ field: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') }],
      offset,
      limit,
    });
    return context.json<EntityRowListResponse>({ rows: rows.map((row) => ({ ...row })), total });
  });

  describeRoute(app, 'PATCH /:name/rows/:key', {
    summary: 'Change a row of an entity',
    body: changeRowRequestSchema,
    response: entityRowResponseSchema,
  });
  app.patch('/:name/rows/:key', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { values, expected = {} } = await parseBody(context, changeRowRequestSchema);
    const { name, key } = context.req.param();
    const { row } = await unitOfWork.transaction(async (stores) => {
      assertUnchanged(await stores.entityRows.lock(principal, name, key), expected);
      return changeRow(stores, principal, { entity: name, key, values });
    });
    return context.json<EntityRowResponse>({ row: { ...row } });
  });

  return app;
}

/** @throws AppError `CONFLICT` when a value differs from that which the person saw */
function assertUnchanged(row: Row, expected: Row): void {
  const changed = Object.entries(expected).filter(
    ([field, value]) => JSON.stringify(row[field] ?? null) !== JSON.stringify(value),
  );
  if (changed.length === 0) return;
  const fields = changed.map(([field]) => `"${field}"`).join(', ');
  throw new AppError({ code: 'CONFLICT', message: `The row has changed since you read it: ${fields}. Read it again.` });
}

function toEntityView({ name, description, key, fields }: EntityType): EntityView {
  return { name, description, key, fields: fields.map((field) => ({ ...field })) };
}
