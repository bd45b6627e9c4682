import { readFile } from 'node:fs/promises';
import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { createTestRun, createTestTenant } from '@shipmate/domain/testing';
import { expect, it } from 'vitest';
import { createDatabase } from '../src/create-database.ts';
import { withAdmin } from '../src/testing/admin-connection.ts';
import { createEmptyDatabase } from './empty-database.ts';

/** Returns the SQL blocks of a document. */
async function readSql(name: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

it('the SQL of docs/operations.md partitions the events of runs by month, and loses none', async () => {
  const databaseUrl = await createEmptyDatabase();
  await using stack = new AsyncDisposableStack();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  stack.defer(() => database.close());
  await database.migrate();
  await database.start();
  const { unitOfWork } = database;
  const { runs } = unitOfWork.stores;
  const { principal } = await createTestTenant(unitOfWork);
  const before = await createTestRun(unitOfWork, principal);
  const append = (runId: string) => runs.appendEvents({ runId }, [{ type: 'run_started', model: 'm' }]);
  const count = async (runId: string) => (await runs.listEvents(runId, { after: 0, limit: 10 })).length;
  await append(before);

  const [partition = '', addMonth = '', dropMonth = ''] = await readSql('operations.md');
  await withAdmin(databaseUrl, async (admin) => {
    await admin.query(partition);
    await append(before);
    expect(await count(before)).toBe(2);

    await admin.query(addMonth);
    const after = await createTestRun(unitOfWork, principal);
    await append(after);
    expect(await count(after)).toBe(1);
    // Runs of the past and of months without a partition of their own.
    const { rows } = await admin.query<{ tableoid: string }>(
      'select distinct tableoid::regclass::text as tableoid from run_event where run_id = any($1)',
      [[before, after]],
    );
    expect(rows).toHaveLength(1);
    const { rows: plan } = await admin.query<{ 'QUERY PLAN': string }>(
      `explain select * from run_event where run_id = '${newId()}' and sequence > 0`,
    );
    const scanned = plan.flatMap((line) => /Scan.* on (run_event_\w+?)(?:_pkey)? /.exec(line['QUERY PLAN'])?.[1] ?? []);
    expect(new Set(scanned).size).toBe(1);

    await admin.query(dropMonth);
    expect(await count(after)).toBe(1);
  });
});
