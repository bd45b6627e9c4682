import { silentLogger } from '@shipmate/core';
import { createDatabase, type DatabaseLocation } from '@shipmate/db';
import { startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { JobPayloads } from '@shipmate/domain/job';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataDirectory, runShipmate } from './shipmate.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

const newPayload = (): JobPayloads['describe_conversation'] => ({
  userId: newId(),
  organizationId: newId(),
  conversationId: newId(),
  model: 'test:model',
});

async function open(location: DatabaseLocation) {
  const database = await createDatabase(location, { logger: silentLogger, queue: { retryLimit: 0 } });
  await database.migrate();
  await database.start();
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** Makes two jobs fail for good. */
async function failTwoJobs(location: DatabaseLocation): Promise<void> {
  await using database = await open(location);
  const { jobs } = database;
  await jobs.work('describe_conversation', () => Promise.reject(new Error('The model is away.')));
  for (let count = 0; count < 2; count += 1) await jobs.enqueue('describe_conversation', newPayload());
  await expect.poll(() => jobs.listDeadJobs()).toHaveLength(2);
}

/** Returns the payload of the next job that a new worker receives. */
async function doOneJob(location: DatabaseLocation): Promise<unknown> {
  await using database = await open(location);
  const done = Promise.withResolvers<unknown>();
  await database.jobs.work('describe_conversation', async (payload) => done.resolve(payload));
  return await done.promise;
}

it.each(['the embedded database', 'a server'])('shipmate jobs lists and requeues dead jobs in %s', async (kind) => {
  await using folder = await createDataDirectory();
  const dataDir = folder.path;
  const databaseUrl = await postgres.url();
  const [location, variables] =
    kind === 'a server'
      ? [{ databaseUrl }, { DATABASE_URL: databaseUrl }]
      : [{ dataDir }, { SHIPMATE_DATA_DIR: dataDir }];
  const jobs = (...args: readonly string[]) => runShipmate(['jobs', ...args], variables as Record<string, string>);
  await failTwoJobs(location);

  const listed = await jobs('list');
  expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(listed.stdout).toMatch(/describe_conversation +0 queued, 0 retrying, 2 dead\n/);
  expect(listed.stdout).toMatch(/respond +0 queued, 0 retrying, 0 dead\n/);
  const dead = await jobs('dead', '--name', 'describe_conversation');
  expect(dead.stdout).toMatch(
    /^ {2}[0-9a-f-]{36} {2}describe_conversation, tried once until \S+Z: The model is away\.\n/,
  );
  const [first] = (await jobs('dead', '--json')).stdout.trim().split('\n');
  const { id, payload } = JSON.parse(first ?? '') as { id: string; payload: unknown };

  expect(await jobs('requeue', '--id', id)).toMatchObject({ exitCode: 0, stdout: '1 job is queued again.\n' });
  expect(await doOneJob(location)).toEqual(payload);
  expect(await jobs('requeue', '--id', id)).toMatchObject({
    exitCode: 1,
    stderr: `No job with the id "${id}" failed for good.\n`,
  });
  expect(await jobs('requeue', '--all')).toMatchObject({ stdout: '1 job is queued again.\n' });
  expect(await jobs('dead')).toMatchObject({ exitCode: 0, stdout: 'No job failed for good.\n' });
});

it('shipmate jobs refuses a data directory that another process uses', async () => {
  await using folder = await createDataDirectory();
  const dataDir = folder.path;
  await using _ = await open({ dataDir });
  const { exitCode, stdout, stderr } = await runShipmate(['jobs', 'list', '--data-dir', dataDir]);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain(dataDir);
  expect(stderr).not.toContain('    at ');
});

it.each([
  { args: ['requeue'], says: '--id <id>, --name <job> or --all' },
  { args: ['requeue', '--name', 'fly'], says: 'Job "fly" not found.' },
  { args: ['dead', '--name', 'fly'], says: 'Use one of describe_conversation, ' },
])('shipmate jobs refuses $args with an explanation', async ({ args, says }) => {
  const { exitCode, stderr } = await runShipmate(['jobs', ...args]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
});
