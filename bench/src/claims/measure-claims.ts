import { silentLogger } from '../../../packages/core/src/index.ts';
import { createDatabase } from '../../../packages/db/src/index.ts';
import { withAdmin } from '../../../packages/db/src/testing/admin-connection.ts';
import { startTestPostgres } from '../../../packages/db/src/testing/start-test-postgres.ts';
import { createTestTenant } from '../../../packages/domain/src/testing/index.ts';
import { countingSettings } from '../durable/count-statements.ts';

/** The time of a claim, in milliseconds. */
export interface ClaimFigures {
  /** Median as a worker sees it, commit included. */
  readonly claimMillis: number;
  /** Mean of its statements in the server. */
  readonly serverMillis: number;
}

const organizations = 20;
const queued = 10_000;
const running = 200;
const claims = 60;

/** Claims runs of a backlog, most of which belongs to one of several organizations, on PostgreSQL with fsync. */
export async function measureClaims(): Promise<ClaimFigures> {
  await using stack = new AsyncDisposableStack();
  const postgres = await startTestPostgres(countingSettings);
  stack.defer(() => postgres.stop());
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  stack.defer(() => database.close());
  await database.migrate();
  await database.start();
  const { runs } = database.unitOfWork.stores;
  const owners: string[] = [];
  for (let index = 0; index < organizations; index += 1) {
    const { principal } = await createTestTenant(database.unitOfWork);
    owners.push(`(${index}, '${principal.organizationId}'::uuid, '${principal.userId}'::uuid)`);
  }
  return await withAdmin(databaseUrl, async (admin) => {
    const owner = `(values ${owners.join(',')}) as owner (number, organization_id, user_id)`;
    // Half of the runs belong to the first organization.
    const numberOf = `case when n % 2 = 0 then 0 else n / 2 % ${organizations} end`;
    await admin.query(`
      insert into run (id, organization_id, user_id, kind, status, origin, created_at)
      select gen_random_uuid(), organization_id, user_id, 'remediation', 'queued', 'job', now() - n * interval '1 second'
      from generate_series(1, ${queued}) n join ${owner} on number = ${numberOf}`);
    await admin.query(`
      insert into run (id, organization_id, user_id, kind, status, origin, lease_owner, lease_expires_at, attempt)
      select gen_random_uuid(), organization_id, user_id, 'remediation', 'running', 'job', 'other', now() + interval '1 hour', 1
      from generate_series(1, ${running}) n join ${owner} on number = ${numberOf}`);
    await admin.query('vacuum analyze run');
    await admin.query('create extension if not exists pg_stat_statements');
    const claim = async (): Promise<number> => {
      const begun = performance.now();
      const run = await runs.claimNext({ owner: 'bench', seconds: 600 });
      if (run === undefined) throw new Error('No run was claimed.');
      return performance.now() - begun;
    };
    for (let index = 0; index < claims; index += 1) await claim();
    await admin.query('select pg_stat_statements_reset()');
    const taken: number[] = [];
    for (let index = 0; index < claims; index += 1) taken.push(await claim());
    const { rows } = await admin.query<{ millis: number }>(`
      select sum(total_exec_time)::float8 as millis from pg_stat_statements
      where query ~ 'run' and query !~ 'pg_stat_statements'`);
    return {
      claimMillis: taken.toSorted((left, right) => left - right)[Math.floor(claims / 2)] ?? NaN,
      serverMillis: (rows[0]?.millis ?? NaN) / claims,
    };
  });
}
