import { changeSchedule, createSchedule, runScheduleNow } from '@shipmate/agents';
import { AppError, type Principal, toAppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Run } from '@shipmate/domain/run';
import type { Schedule, ScheduleSettings } from '@shipmate/domain/schedule';
import {
  type RunScheduleResponse,
  runScheduleResponseSchema,
  type ScheduleListResponse,
  scheduleListResponseSchema,
  scheduleRequestSchema,
  scheduleSchema,
  type ScheduleView,
} from '@shipmate/protocol/web/schedules';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, nameRun, parseBody } from '@shipmate/server';
import { type Context, Hono } from 'hono';

/** Options for {@link scheduleRoutes}. */
interface ScheduleRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
}

/** `/api/schedules`: the caller's schedules. */
export function scheduleRoutes({ authenticate, unitOfWork, models }: ScheduleRoutesOptions): Hono<AppEnvironment> {
  const { schedules, runs } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function readSettings(context: Context<AppEnvironment>): Promise<ScheduleSettings> {
    const { model, ...settings } = await parseBody(context, scheduleRequestSchema);
    return { ...settings, model: model === null ? null : idOf(model) };
  }

  function idOf(model: string): string {
    try {
      return models.get(model).id;
    } catch (thrown) {
      const { code, message } = toAppError(thrown);
      throw new AppError({ code, message: `model: ${message}`, details: { field: 'model' }, cause: thrown });
    }
  }

  async function toView(principal: Principal, schedule: Schedule): Promise<ScheduleView> {
    const { lastRunId } = schedule;
    return toScheduleView(schedule, lastRunId === null ? undefined : await runs.get(principal, lastRunId));
  }

  describeRoute(app, 'GET /', { summary: 'List schedules', response: scheduleListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const own = await schedules.list(principal);
    return context.json<ScheduleListResponse>({
      schedules: await Promise.all(own.map((schedule) => toView(principal, schedule))),
    });
  });

  describeRoute(app, 'POST /', {
    summary: 'Create a schedule',
    body: scheduleRequestSchema,
    response: scheduleSchema,
    status: 201,
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const settings = await readSettings(context);
    const schedule = await unitOfWork.transaction((stores) => createSchedule(stores, principal, settings));
    return context.json(await toView(principal, schedule), 201);
  });

  describeRoute(app, 'GET /:id', { summary: 'Get a schedule', response: scheduleSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json(await toView(principal, await schedules.get(principal, context.req.param('id'))));
  });

  describeRoute(app, 'PUT /:id', {
    summary: 'Replace a schedule',
    body: scheduleRequestSchema,
    response: scheduleSchema,
  });
  app.put('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const change = { scheduleId: context.req.param('id'), settings: await readSettings(context) };
    const schedule = await unitOfWork.transaction((stores) => changeSchedule(stores, principal, change));
    return context.json(await toView(principal, schedule));
  });

  describeRoute(app, 'POST /:id/run', {
    summary: 'Run a schedule now',
    response: runScheduleResponseSchema,
    status: 201,
  });
  app.post('/:id/run', async (context) => {
    const principal = await authenticate(context.req.raw);
    const due = { scheduleId: context.req.param('id'), models };
    const run = await unitOfWork.transaction((stores) => runScheduleNow(stores, principal, due));
    nameRun(context, run.id);
    return context.json<RunScheduleResponse>({ runId: run.id }, 201);
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Delete a schedule' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await schedules.remove(principal, context.req.param('id'));
    return context.body(null, 204);
  });

  return app;
}

/** Returns a schedule for its owner, with the result of its last run. */
function toScheduleView(schedule: Schedule, lastRun: Run | undefined): ScheduleView {
  const { id, name, cron, timeZone, prompt, workspaceId, model, enabled, lastRunId, lastSkip } = schedule;
  return {
    id,
    name,
    cron,
    timeZone,
    prompt,
    workspaceId,
    model,
    enabled,
    nextRunAt: schedule.nextRunAt?.toISOString() ?? null,
    lastRunId,
    lastRunStatus: lastRun?.status ?? null,
    lastRunAt: lastRun?.createdAt.toISOString() ?? null,
    lastSkip,
    createdAt: schedule.createdAt.toISOString(),
  };
}
