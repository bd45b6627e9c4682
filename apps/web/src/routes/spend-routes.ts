import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { changeSpendLimits, isOwner } from '@shipmate/domain/use-cases';
import {
  changeSpendLimitsRequestSchema,
  type SpendLimitsResponse,
  spendLimitsResponseSchema,
  spendQuerySchema,
  type SpendResponse,
  spendResponseSchema,
  type ToolUsageResponse,
  toolUsageResponseSchema,
} from '@shipmate/protocol/web/spend';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';
import { isEstimated } from '../cost/describe-tokens.ts';

/** Options for {@link spendRoutes}. */
interface SpendRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/organization`: the usage of models, and the spend limits. */
export function spendRoutes({ authenticate, unitOfWork }: SpendRoutesOptions): Hono<AppEnvironment> {
  const { spend, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function readLimits(principal: Principal): Promise<SpendLimitsResponse> {
    return { limits: await spend.getLimits(principal), mayChange: await isOwner(users, principal) };
  }

  describeRoute(app, 'GET /spend-limits', { summary: 'Get spend limits', response: spendLimitsResponseSchema });
  app.get('/spend-limits', async (context) => {
    return context.json(await readLimits(await authenticate(context.req.raw)));
  });

  describeRoute(app, 'PUT /spend-limits', {
    summary: 'Set spend limits',
    body: changeSpendLimitsRequestSchema,
    response: spendLimitsResponseSchema,
    example: {
      body: {
        organization: { day: { tokens: null, costUsd: 50 }, month: { tokens: null, costUsd: 1000 } },
        user: { day: { tokens: null, costUsd: 10 }, month: { tokens: null, costUsd: 200 } },
      },
    },
  });
  app.put('/spend-limits', async (context) => {
    const principal = await authenticate(context.req.raw);
    await changeSpendLimits(unitOfWork, principal, await parseBody(context, changeSpendLimitsRequestSchema));
    return context.json(await readLimits(principal));
  });

  describeRoute(app, 'GET /spend', { summary: 'Get spend', query: spendQuerySchema, response: spendResponseSchema });
  app.get('/spend', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { month } = parseInput(spendQuerySchema, context.req.query());
    const seesAll = await isOwner(users, principal);
    const windows = await spend.listWindows(principal);
    const records = await spend.listRecords(principal, { month, ...(!seesAll && { userId: principal.userId }) });
    return context.json<SpendResponse>({
      windows: windows
        .filter(({ scope }) => seesAll || scope === 'user')
        .map((window) => ({ ...window, resetsAt: window.resetsAt.toISOString() })),
      records: records.map((record) => ({ ...record, isEstimated: isEstimated(record.model) })),
    });
  });

  describeRoute(app, 'GET /tool-usage', {
    summary: 'Get tool usage',
    query: spendQuerySchema,
    response: toolUsageResponseSchema,
  });
  app.get('/tool-usage', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { month } = parseInput(spendQuerySchema, context.req.query());
    const seesAll = await isOwner(users, principal);
    const tools = await spend.listToolUsage(principal, { month, ...(!seesAll && { userId: principal.userId }) });
    return context.json<ToolUsageResponse>({ tools: [...tools] });
  });

  return app;
}
