import { noUsage, silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { isRemediationEnded, remediationStatuses, type RemediationStatus } from '@shipmate/domain/remediation';
import { stopRemediation } from '@shipmate/domain/use-cases';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { createPostgresEngine } from '../src/engine/postgres-engine.ts';
import { createDatabase } from '../src/index.ts';
import { migrations } from '../src/migrations/migrations.ts';
import { withAdmin } from '../src/testing/admin-connection.ts';
import { createEmptyDatabase } from './empty-database.ts';

const [organization, user] = [newId(), newId()];
const usage = { ...noUsage, inputTokens: 1_000, outputTokens: 50 };
const spent = JSON.stringify({ model: 'p:m', usage, costUsd: 0.5 });
const running = JSON.stringify([{ id: 'a1', status: 'running', error: null }]);

/** Inserts a remediation as an earlier version stored it. */
function insert(id: string, status: RemediationStatus): string {
  const isEnded = isRemediationEnded(status);
  const isPlanned = ['awaiting_approval', 'executing', 'validating'].includes(status);
  return `
    insert into remediation (id, organization_id, user_id, issue, mode, max_risk, status, reason, plan, approval, progress,
      checks, spent, lease_owner, lease_until, due_at, expires_at, ended_at)
    values ('${id}', '${organization}', '${user}', 'web is down', 'manual', 'low', '${status}',
      ${isEnded ? `'So it is.'` : 'null'}, ${isPlanned ? `'{"hash":"h","actions":[]}'` : 'null'},
      ${isPlanned ? `'{"actions":["a1"]}'` : 'null'}, '${status === 'executing' ? running : '[]'}', '[]',
      ${status === 'investigating' ? 'null' : `'${spent}'`},
      ${status === 'executing' ? `'${newId()}', now() + interval '1 minute'` : 'null, null'},
      ${status === 'validating' ? `now() + interval '1 hour'` : 'null'},
      ${status === 'awaiting_approval' ? `now() - interval '1 second'` : 'null'}, ${isEnded ? 'now()' : 'null'});
    insert into remediation_call (remediation_id, id, tool, input, output, is_error)
    values ('${id}', 'c1', 'kubectl_get', '{}', 'web-1', false);`;
}

/** Status of the run of each remediation that has not failed and was not stopped. */
const runStatuses: Readonly<Partial<Record<RemediationStatus, string>>> = {
  investigating: 'queued',
  awaiting_approval: 'waiting',
  executing: 'queued',
  validating: 'waiting',
  failed: 'failed',
  stopped: 'cancelled',
};

it('migrations make a run of each stored remediation, which stays readable and can be continued', async () => {
  const databaseUrl = await createEmptyDatabase();
  const engine = createPostgresEngine({ databaseUrl }, silentLogger);
  const db = new Kysely<unknown>({ dialect: engine.dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  await migrator.migrateTo('0026-kinds-of-runs');
  const ids = new Map(remediationStatuses.map((status) => [status, newId()]));
  await withAdmin(databaseUrl, (client) =>
    client.query(`
      insert into organization (id, name) values ('${organization}', 'o');
      insert into app_user (id, email, name) values ('${user}', 'a@example.test', 'a');
      insert into member (organization_id, user_id, role) values ('${organization}', '${user}', 'owner');
      ${[...ids].map(([status, id]) => insert(id, status)).join('')}`),
  );
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await engine.close();

  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  const { unitOfWork } = database;
  const { remediations, runs } = unitOfWork.stores;
  const principal = { userId: user, organizationId: organization, via: 'session' } as const;
  for (const [status, id] of ids) {
    const isEnded = isRemediationEnded(status);
    const remediation = await remediations.get(principal, id);
    expect(remediation).toMatchObject({ status, issue: 'web is down', calls: [{ id: 'c1' }], stopRequestedAt: null });
    const run = await runs.get(principal, id);
    expect(run).toMatchObject({ kind: 'remediation', status: runStatuses[status] ?? 'completed' });
    expect(run).toMatchObject(isEnded ? { usage, costUsd: 0.5, model: 'p:m' } : { usage: noUsage, costUsd: null });
    const events = await runs.listEvents(id, { after: 0, limit: 10 });
    expect(events.map(({ event }) => event)).toMatchObject([
      { type: 'run_started' },
      { type: 'remediation_status', status },
      ...(isEnded ? [{ type: 'run_ended', status: run.status, usage }] : []),
    ]);
    expect((await runs.findLogHead(id))?.lastSequence).toBe(events.length);
    const steps = await runs.listSteps(id);
    expect(steps.map((step) => step.usage)).toEqual(status === 'investigating' ? [] : [usage]);
  }
  expect(await runs.list(principal, { limit: 100 })).toHaveLength(ids.size);

  const claim = (status: RemediationStatus) => runs.claim(ids.get(status) ?? '', { owner: newId(), seconds: 60 });
  expect(await claim('investigating')).toBeDefined();
  expect(await claim('executing')).toBeDefined();
  // Its approval has expired, so an executor ends it.
  expect(await claim('awaiting_approval')).toBeDefined();
  expect(await claim('validating')).toBeUndefined();
  expect(await claim('resolved')).toBeUndefined();
  const stopped = await unitOfWork.transaction((stores) =>
    stopRemediation(stores, principal, ids.get('validating') ?? ''),
  );
  expect(stopped).toMatchObject({ status: 'stopped', spent: { costUsd: 0.5 } });
  // The usage of earlier versions is counted already.
  const { rows } = await withAdmin(databaseUrl, (client) => client.query('select count(*)::int as count from spend'));
  expect(rows).toEqual([{ count: 0 }]);
  await database.close();
});
