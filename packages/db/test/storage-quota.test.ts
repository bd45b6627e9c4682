import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { createTestTenant, newTestFile, newTestWorkspace } from '@shipmate/domain/testing';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { createPostgresEngine } from '../src/engine/postgres-engine.ts';
import { migrations } from '../src/migrations/migrations.ts';
import { withAdmin } from '../src/testing/admin-connection.ts';
import { createTestDatabase } from '../src/testing/index.ts';
import { createEmptyDatabase } from './empty-database.ts';

it('a write to one workspace does not wait for the transaction of another workspace of the organization', async () => {
  await using database = await createTestDatabase('postgres');
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const { workspaces } = unitOfWork.stores;
  const [first, second] = [newTestWorkspace(), newTestWorkspace()];
  for (const workspace of [first, second]) await workspaces.create(principal, workspace);
  const before = (await workspaces.getStorageUsage(principal)).used.bytes;
  await unitOfWork.transaction(async (stores) => {
    await stores.workspaces.addFile(principal, first.id, newTestFile('a', '1'));
    await workspaces.addFile(principal, second.id, newTestFile('b', '12'));
  });
  expect((await workspaces.getStorageUsage(principal)).used.bytes).toBe(before + 5);
});

it('the migration counts the files of existing workspaces', async () => {
  const databaseUrl = await createEmptyDatabase();
  const engine = createPostgresEngine({ databaseUrl }, silentLogger);
  const db = new Kysely<unknown>({ dialect: engine.dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  await migrator.migrateTo('0022-scopes-and-grants');
  const [organization, user, full, empty] = [newId(), newId(), newId(), newId()];
  const run = (statement: string) => withAdmin(databaseUrl, (client) => client.query(statement));
  await run(`
    insert into organization (id, name) values ('${organization}', 'o');
    insert into app_user (id, email, name) values ('${user}', 'a@example.test', 'a');
    begin;
    insert into workspace (id, organization_id, name, created_by_user_id, created_type, current_revision_number)
      values ('${full}', '${organization}', 'w', '${user}', 'sample', 0), ('${empty}', '${organization}', 'e', '${user}', 'sample', 0);
    insert into workspace_revision (workspace_id, revision_number, created_by_user_id, created_type)
      values ('${full}', 0, '${user}', 'sample'), ('${full}', 1, '${user}', 'accept'), ('${empty}', 0, '${user}', 'sample');
    commit;
    insert into workspace_file (workspace_id, revision_number, id, path, content, pending_op, content_pending, pending_path) values
      ('${full}', 0, '${newId()}', 'ab', 'ü', null, null, null),
      ('${full}', 1, '${newId()}', 'ab', 'x', 'rename', '12345', 'abc');`);
  await migrator.migrateToLatest();
  const { rows } = await run('select id, stored_bytes from workspace order by stored_bytes desc');
  expect(rows).toEqual([
    { id: full, stored_bytes: '15' },
    { id: empty, stored_bytes: '0' },
  ]);
  await engine.close();
});
