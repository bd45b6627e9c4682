import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { JobPayloads } from '@shipmate/domain/job';
import { createTestTenant } from '@shipmate/domain/testing';
import { describe, expect, inject, it } from 'vitest';
import { createDatabase, type DatabaseLocation } from '../src/index.ts';
import { toDatabaseError } from '../src/error/to-database-error.ts';
import { withAdmin } from '../src/testing/admin-connection.ts';
import { createTestDatabase } from '../src/testing/index.ts';
import { createEmptyDatabase } from './empty-database.ts';

const open = (location: DatabaseLocation) => createDatabase(location, { logger: silentLogger });
const neverAborted = new AbortController().signal;

function newPayload(): JobPayloads['describe_conversation'] {
  return { userId: newId(), organizationId: newId(), conversationId: newId(), model: 'demo:scripted' };
}

describe.each(['pglite', 'embedded', 'postgres'] as const)('a database on %s that is closed', (engine) => {
  it('rejects transactions, also those that wait for another', async () => {
    const database = await createTestDatabase(engine);
    const findUser = () => database.unitOfWork.transaction(({ users }) => users.findUser(newId()));
    const isOpen = Promise.withResolvers<void>();
    const isClosed = Promise.withResolvers<void>();
    const open = database.unitOfWork.transaction(async ({ users }) => {
      isOpen.resolve();
      await isClosed.promise;
      await users.findUser(newId());
    });
    await isOpen.promise;
    const waiting = findUser();
    const closing = database.close();
    isClosed.resolve();
    const outcomes = await Promise.allSettled([open, waiting]);
    await closing;
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? toDatabaseError(outcome.reason).code : 'none',
    );
    expect(['none', 'DATABASE_ERROR']).toEqual(expect.arrayContaining(codes));
    await expect(findUser()).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  });
});

describe.each(['pglite', 'postgres'] as const)('a database on %s', (engine) => {
  it('responds to pings until it is closed', async () => {
    const database = await createTestDatabase(engine);
    expect(database.engine).toBe(engine);
    await database.ping(neverAborted);
    await expect(database.ping(AbortSignal.abort())).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    await Promise.all([database.close(), database.close()]);
    await database.close();
    await expect(database.ping(neverAborted)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    await expect(database.unitOfWork.stores.users.findUser(newId())).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  });

  it('rejects jobs before its queue is started, and does not hang in a transaction', async () => {
    const location = engine === 'pglite' ? ({ memory: true } as const) : { databaseUrl: await createEmptyDatabase() };
    const database = await open(location);
    const { unitOfWork, jobs } = database;
    const refused = { code: 'UNAVAILABLE' };
    await expect(jobs.enqueue('describe_conversation', newPayload())).rejects.toMatchObject(refused);
    await expect(jobs.work('describe_conversation', async () => undefined)).rejects.toMatchObject(refused);
    const { started } = await unitOfWork.transaction(async (stores) => {
      // Called within the transaction, for which the start waits on PGlite: a job that waited for the start would hang.
      const starting = database.start();
      await expect(stores.jobs.enqueue('describe_conversation', newPayload())).rejects.toMatchObject(refused);
      return { started: starting };
    });
    await started;
    await unitOfWork.transaction((stores) => stores.jobs.enqueue('describe_conversation', newPayload()));
    await database.close();
  });
});

describe('a database in a directory', () => {
  it('keeps its data and jobs after a restart, and belongs to one process and one user', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'shipmate-data-'));
    const dataDir = join(parent, 'deep', 'data');
    try {
      const first = await open({ dataDir });
      await expect(open({ dataDir })).rejects.toMatchObject({ code: 'CONFLICT' });
      await first.migrate();
      await first.start();
      const { user } = await createTestTenant(first.unitOfWork);
      const payload = newPayload();
      await first.jobs.enqueue('describe_conversation', payload);
      await first.close();
      const mode = async () => (await stat(dataDir)).mode & 0o777;
      expect(await mode()).toBe(0o700);
      await chmod(dataDir, 0o755);

      const second = await open({ dataDir });
      expect(await mode()).toBe(0o700);
      expect(await second.migrate()).toEqual([]);
      expect(await second.unitOfWork.stores.users.findUser(user.id)).toEqual(user);
      await second.start();
      const carriedOut = Promise.withResolvers<unknown>();
      await second.jobs.work('describe_conversation', async (received) => carriedOut.resolve(received));
      expect(await carriedOut.promise).toEqual(payload);
      await second.close();
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });
});

describe('a database in a directory that PGlite cannot open', () => {
  it('says why, and leaves no lock when it is closed', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'shipmate-data-'));
    const dataDir = join(parent, 'data');
    try {
      await mkdir(dataDir);
      await writeFile(join(dataDir, 'PG_VERSION'), '9\n');
      const database = await open({ dataDir });
      const refused = {
        code: 'DATABASE_ERROR',
        message: expect.stringContaining('The embedded database did not start: ') as string,
      };
      await expect(database.migrate()).rejects.toMatchObject(refused);
      await expect(database.ping(neverAborted)).rejects.toMatchObject(refused);
      await database.close();
      expect(await readdir(parent)).toEqual(['data']);
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });
});

describe('a database on a server', () => {
  it('fails with a DATABASE_ERROR and does not crash when the server does not exist', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    probe.close();
    await once(probe, 'close');
    const database = await open({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/none` });
    await expect(database.ping(neverAborted)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    await expect(database.migrate()).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    await expect(database.start()).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    await database.close();
  });

  it('survives the loss of its connections, also in the middle of a transaction', async () => {
    const databaseUrl = await createEmptyDatabase();
    const database = await open({ databaseUrl });
    await database.migrate();
    const { unitOfWork } = database;
    const { user } = await createTestTenant(unitOfWork);
    const attempt = unitOfWork.transaction(async ({ users }) => {
      await users.createOrganization({ id: newId(), name: 'Lost' });
      await withAdmin(inject('shipmatePostgresUrl'), (admin) =>
        admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          new URL(databaseUrl).pathname.slice(1),
        ]),
      );
      return users.findUser(user.id);
    });
    await expect(attempt).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(await unitOfWork.stores.users.findUser(user.id)).toEqual(user);
    await database.close();
  });

  it('applies the settings of the newest start to existing queues', async () => {
    const databaseUrl = await createEmptyDatabase();
    const patient = await createDatabase({ databaseUrl }, { logger: silentLogger, queue: { retryLimit: 9 } });
    await patient.start();
    await patient.close();
    const strict = await createDatabase({ databaseUrl }, { logger: silentLogger, queue: { retryLimit: 0 } });
    await strict.start();
    const payload = newPayload();
    const tried = Promise.withResolvers<void>();
    await strict.jobs.work('describe_conversation', () => {
      tried.resolve();
      return Promise.reject(new Error('never works'));
    });
    await strict.jobs.enqueue('describe_conversation', payload);
    await tried.promise;
    await expect
      .poll(() => strict.jobs.listDeadJobs('describe_conversation'))
      .toMatchObject([{ payload, tries: 1, error: 'never works' }]);
    await strict.close();
  });
});
