import { silentLogger } from '@shipmate/core';
import { createTestTenant } from '@shipmate/db/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import type { JobPayloads } from '@shipmate/domain/job';
import type { RunTopic } from '@shipmate/domain/run';
import { createTestRun } from '@shipmate/domain/testing';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createDatabase, type Database, type QueueOptions } from '../src/index.ts';
import { withAdmin } from '../src/testing/admin-connection.ts';
import { createTestDatabase } from '../src/testing/index.ts';
import { createEmptyDatabase } from './empty-database.ts';

/** Starts the notifications of a database, which connect in the background. */
async function beginToListen({ notifications }: Pick<Database, 'notifications'>): Promise<void> {
  await new Promise<void>((resolve) => void notifications.listen('queued', resolve));
}

/** Counts the notifications of a database about a topic. */
function listen({ notifications }: Pick<Database, 'notifications'>, topic: RunTopic) {
  let heard = 0;
  let waiting = Promise.withResolvers<void>();
  const stop = notifications.listen(topic, () => {
    heard += 1;
    waiting.resolve();
    waiting = Promise.withResolvers();
  });
  return { stop, heard: () => heard, next: () => waiting.promise };
}

async function createRun(unitOfWork: UnitOfWork): Promise<string> {
  const { principal } = await createTestTenant(unitOfWork);
  return createTestRun(unitOfWork, principal);
}

describe.each(['pglite', 'postgres'] as const)('notifications on %s', (engine) => {
  it('report a log that has grown to readers of its run only, once the transaction has committed', async () => {
    await using database = await createTestDatabase(engine);
    const { unitOfWork } = database;
    const [runId, otherId] = [await createRun(unitOfWork), await createRun(unitOfWork)];
    await beginToListen(database);
    const [listener, other] = [listen(database, `events ${runId}`), listen(database, `events ${otherId}`)];
    const grown = listener.next();
    const rolledBack = unitOfWork.transaction(async ({ runs }) => {
      await runs.appendEvents({ runId }, [{ type: 'run_started', model: 'm' }]);
      throw new RangeError('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow(RangeError);
    await unitOfWork.transaction(({ runs }) => runs.appendEvents({ runId }, [{ type: 'run_started', model: 'm' }]));
    await grown;
    expect([listener.heard(), other.heard()]).toEqual([1, 0]);
  });

  it('report runs that wait for an executor and runs that are to stop', async () => {
    await using database = await createTestDatabase(engine);
    const { unitOfWork } = database;
    const { principal } = await createTestTenant(unitOfWork);
    await beginToListen(database);
    const queued = listen(database, 'queued');
    const isQueued = queued.next();
    const runId = await createTestRun(unitOfWork, principal);
    await isQueued;
    const stop = listen(database, `stop ${runId}`);
    const isStopped = stop.next();
    await unitOfWork.stores.runs.requestStop(principal, runId);
    await isStopped;
    expect([queued.heard(), stop.heard()]).toEqual([1, 1]);
  });
});

describe('notifications on a server', () => {
  it('reach other processes, and restart after their connection was lost', async () => {
    const databaseUrl = await createEmptyDatabase();
    const open = () => createDatabase({ databaseUrl }, { logger: silentLogger });
    const [writer, reader] = [await open(), await open()];
    await writer.migrate();
    const runId = await createRun(writer.unitOfWork);
    await beginToListen(reader);
    const listener = listen(reader, `events ${runId}`);
    const append = () =>
      writer.unitOfWork.stores.runs.appendEvents({ runId }, [{ type: 'run_started', model: newId() }]);

    const first = listener.next();
    await append();
    await first;
    // The listener is notified when listening restarts, because it may have missed notifications.
    const again = listener.next();
    await withAdmin(inject('shipmatePostgresUrl'), (admin) =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shipmate-listen'`),
    );
    await again;
    const second = listener.next();
    await append();
    await second;
    listener.stop();
    const heard = listener.heard();
    await append();
    await Promise.all([reader.close(), writer.close()]);
    expect(listener.heard()).toBe(heard);
  });

  it('are sent by a connection of their own, so that no transaction waits for another to commit', async () => {
    const databaseUrl = await createEmptyDatabase();
    const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
    onTestFinished(() => database.close());
    await database.migrate();
    await database.start();
    const { unitOfWork } = database;
    const heard: string[] = [];
    await withAdmin(databaseUrl, async (admin) => {
      const { rows: channels } = await admin.query<{ name: string }>(
        `select unnest(array['shipmate_run', 'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)]) as name`,
      );
      for (const { name } of channels) await admin.query(`listen "${name}"`);
      const senders = new Set<number>();
      admin.on('notification', ({ processId, payload = '' }) => {
        senders.add(processId);
        heard.push(payload);
      });
      const runId = await createRun(unitOfWork);
      await unitOfWork.transaction(async ({ runs, jobs }) => {
        await runs.appendEvents({ runId }, [{ type: 'run_started', model: 'm' }]);
        await jobs.enqueue('suggest_follow_ups', { userId: '', organizationId: '', conversationId: '', runId });
      });
      const announced = [`events ${runId}`, 'job suggest_follow_ups'];
      await expect.poll(() => heard).toEqual(expect.arrayContaining(announced));
      const { principal } = await createTestTenant(unitOfWork);
      const values = { title: 'Pack', status: 'open', priority: 'low' };
      await unitOfWork.stores.entityRows.create(principal, 'core.tasks', { values });
      await expect.poll(() => heard).toContain('rule_events');
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'shipmate-listen' and datname = current_database()`,
      );
      expect([...senders]).toEqual(rows.map(({ pid }) => pid));
    });
  });

  it('wake the workers of other processes for each job of a backlog', async () => {
    const { sender, done } = await startSenderAndWorker({ pollSeconds: 3_600 });
    await sender.jobs.enqueue('suggest_follow_ups', followUpsOf('alone'));
    await vi.waitFor(() => expect(done).toEqual(['alone']), { timeout: 20_000 });
    const many = Array.from({ length: 20 }, (_, index) => `run ${index}`);
    await sender.unitOfWork.transaction(async ({ jobs }) => {
      for (const runId of many) await jobs.enqueue('suggest_follow_ups', followUpsOf(runId));
    });
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['alone', ...many].toSorted()), { timeout: 20_000 });
  });

  it('are not needed for a job that another process delayed: workers look for it', async () => {
    const { sender, done } = await startSenderAndWorker({ pollSeconds: 1 });
    await sender.jobs.enqueue('suggest_follow_ups', followUpsOf('later'), { startAfterSeconds: 1 });
    await vi.waitFor(() => expect(done).toEqual(['later']), { timeout: 20_000 });
  });
});

/** Starts two processes on a new database; one of them executes jobs, and `done` has the runs of those. */
async function startSenderAndWorker(queue: QueueOptions) {
  const databaseUrl = await createEmptyDatabase();
  const sender = await createDatabase({ databaseUrl }, { logger: silentLogger, queue });
  const worker = await createDatabase({ databaseUrl }, { logger: silentLogger, queue });
  onTestFinished(async () => void (await Promise.all([sender.close(), worker.close()])));
  await sender.migrate();
  await sender.start();
  await worker.start();
  const done: string[] = [];
  await worker.jobs.work('suggest_follow_ups', async ({ runId }) => void done.push(runId));
  return { sender, done };
}

function followUpsOf(runId: string): JobPayloads['suggest_follow_ups'] {
  return { userId: newId(), organizationId: newId(), conversationId: newId(), runId };
}
