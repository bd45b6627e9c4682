import { newId } from '@shipmate/domain';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { RunTrace } from '@shipmate/protocol/web/runs';
import type { RunScheduleResponse, ScheduleListResponse, ScheduleView } from '@shipmate/protocol/web/schedules';
import { expect, it } from 'vitest';
import { schedule } from './guarded-routes/standing-routes.ts';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const list = async (browser: TestBrowser) =>
  (await read<ScheduleListResponse>(await browser.fetch('/api/schedules'))).schedules;

it('/api/schedules creates, lists, changes and deletes schedules', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  expect(await list(browser)).toEqual([]);
  const response = await browser.post('/api/schedules', { ...schedule, timeZone: 'Europe/Berlin' });
  expect(response.status).toBe(201);
  const made = await read<ScheduleView>(response);
  expect(made).toEqual({
    ...schedule,
    id: expect.any(String),
    timeZone: 'Europe/Berlin',
    workspaceId: null,
    model: null,
    enabled: true,
    nextRunAt: expect.stringMatching(/T0[67]:30:00\.000Z$/),
    lastRunId: null,
    lastRunStatus: null,
    lastRunAt: null,
    lastSkip: null,
    createdAt: expect.any(String),
  });
  const path = `/api/schedules/${made.id}`;
  expect(await read(await browser.fetch(path))).toEqual(made);
  const changed = await browser.send('PUT', path, {
    ...schedule,
    name: '  Evening ',
    model: 'demo:shipmate-demo',
    enabled: false,
  });
  expect(await read(changed)).toEqual({
    ...made,
    name: 'Evening',
    timeZone: 'UTC',
    model: 'demo:shipmate-demo',
    enabled: false,
    nextRunAt: null,
  });
  expect(await list(browser)).toEqual([expect.objectContaining({ id: made.id, name: 'Evening' })]);
  expect((await browser.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect(await readError(await browser.fetch(path))).toEqual([404, 'NOT_FOUND']);
  expect(await list(browser)).toEqual([]);
});

it('POST /api/schedules/{id}/run starts one run at a time, and the schedule shows its result', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { id, nextRunAt } = await read<ScheduleView>(
    await browser.post('/api/schedules', { ...schedule, enabled: false }),
  );
  const path = `/api/schedules/${id}`;
  const first = await browser.post(`${path}/run`, {});
  expect(first.status).toBe(201);
  const { runId } = await read<RunScheduleResponse>(first);
  const run = await read<RunTrace>(await browser.fetch(`/api/runs/${runId}`));
  expect(run).toMatchObject({ question: schedule.prompt, run: { origin: 'schedule', status: 'queued' } });
  expect(await read(await browser.fetch(path))).toMatchObject({
    nextRunAt,
    lastRunId: runId,
    lastRunStatus: 'queued',
    lastRunAt: run.run.createdAt,
  });
  expect(await readError(await browser.post(`${path}/run`, {}))).toEqual([409, 'CONFLICT']);
  await browser.post(`/api/runs/${runId}/stop`, {});
  expect(await list(browser)).toMatchObject([{ lastRunStatus: 'cancelled' }]);
  expect((await browser.post(`${path}/run`, {})).status).toBe(201);
});

it('/api/schedules refuses more than 200 schedules of a person', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { schedules } = web.unitOfWork.stores;
  const settings = { ...schedule, timeZone: 'UTC', enabled: false, workspaceId: null, model: null };
  for (let made = 0; made < 200; made += 1) {
    await schedules.create(browser.tenant.principal, { id: newId(), settings, nextRunAt: null });
  }
  expect(await readError(await browser.post('/api/schedules', schedule))).toEqual([409, 'CONFLICT']);
  expect(await list(browser)).toHaveLength(200);
});

it.each([
  { field: 'name', value: ' ' },
  { field: 'cron', value: '61 8 * * *' },
  { field: 'cron', value: 'every morning' },
  { field: 'timeZone', value: 'Europe/Atlantis' },
  { field: 'prompt', value: '' },
  { field: 'workspaceId', value: 7 },
  { field: 'model', value: 'nobody:knows-it' },
  { field: 'enabled', value: 'yes' },
])('/api/schedules rejects $field $value by its name', async ({ field, value }) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const made = await read<ScheduleView>(await browser.post('/api/schedules', schedule));
  for (const response of [
    await browser.post('/api/schedules', { ...schedule, [field]: value }),
    await browser.send('PUT', `/api/schedules/${made.id}`, { ...schedule, [field]: value }),
  ]) {
    expect(response.status).toBe(400);
    expect(await read<ErrorEnvelope>(response)).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(new RegExp(`^${field}: `)),
    });
  }
  expect(await list(browser)).toEqual([made]);
});
