import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { auditKinds } from '@shipmate/domain/audit';
import { contextTypes } from '@shipmate/domain/conversation';
import { roles } from '@shipmate/domain/organization';
import { planActionKinds, planStatuses } from '@shipmate/domain/plan';
import { personas, runKinds, runStatuses } from '@shipmate/domain/run';
import { spendPeriods, spendScopes } from '@shipmate/domain/spend';
import { revisionOrigins, workspaceOrigins } from '@shipmate/domain/workspace';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type DatabaseLocation } from '../src/index.ts';
import { createPostgresEngine } from '../src/engine/postgres-engine.ts';
import { migrations } from '../src/migrations/migrations.ts';
import { withAdmin } from '../src/testing/admin-connection.ts';
import { createEmptyDatabase } from './empty-database.ts';

const all = Object.keys(migrations);
const open = (location: DatabaseLocation) => createDatabase(location, { logger: silentLogger });

it.each(['pglite', 'postgres'] as const)('migrations initialize an empty database once on %s', async (engine) => {
  const database = await open(engine === 'pglite' ? { memory: true } : { databaseUrl: await createEmptyDatabase() });
  expect(await database.migrate()).toEqual(all);
  expect(await database.migrate()).toEqual([]);
  await database.close();
});

it('migrations are numbered in order, each number once', () => {
  expect(all).toEqual(all.toSorted());
  expect(new Set(all.map((name) => name.slice(0, 4))).size).toBe(all.length);
});

it('migrations seal secret headers of rules that were saved before rules had secrets', async () => {
  const databaseUrl = await createEmptyDatabase();
  const engine = createPostgresEngine({ databaseUrl }, silentLogger);
  const db = new Kysely<unknown>({ dialect: engine.dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  await migrator.migrateTo('0069-workspace-sources');
  const [organization, user, rule, preview, execution, event] = Array.from({ length: 6 }, newId);
  const [sealable, templated] = [newId(), newId()];
  const call = (id: string, url: string) => ({
    id,
    name: id,
    description: '',
    type: 'call_webhook',
    config: { url, method: 'POST', headers: { Authorization: 'Bearer s3cr3t', Accept: 'text/plain' } },
    isActive: true,
  });
  const actions = [call(sealable, 'https://hooks.example.test/x'), call(templated, 'https://{{host}}/x')];
  const definition = JSON.stringify({ name: 'r', entity: 'core.tasks', trigger: 'on_update', actions, edges: [] });
  const input = JSON.stringify({ headers: { authorization: 'Bearer s3cr3t', 'X-Row': 'r1' } });
  const ownership = `'${organization}', '${user}'`;
  await withAdmin(databaseUrl, (client) =>
    client.query(`
      insert into organization (id, name) values ('${organization}', 'o');
      insert into app_user (id, email, name) values ('${user}', 'a@example.test', 'a');
      insert into member (organization_id, user_id, role) values (${ownership}, 'owner');
      insert into workflow_rule (id, organization_id, owner_user_id, name, entity, trigger, is_active, revision, definition)
        values ('${rule}', ${ownership}, 'r', 'core.tasks', 'on_update', true, 1, '${definition}');
      insert into workflow_rule_revision (rule_id, revision, definition, changed_by_user_id)
        values ('${rule}', 1, '${definition}', '${user}');
      insert into workflow_preview (id, organization_id, user_id, description, definition, status)
        values ('${preview}', ${ownership}, '', '${definition}', 'pending');
      insert into workflow_event (id, organization_id, entity, entity_key, trigger, row, status)
        values ('${event}', '${organization}', 'core.tasks', 'k', 'on_update', '{}', 'matched');
      insert into run (id, organization_id, user_id, kind, origin, status)
        values ('${execution}', ${ownership}, 'rule_execution', 'job', 'queued');
      insert into rule_execution (id, organization_id, owner_user_id, rule_id, revision, event_id, depth)
        values ('${execution}', ${ownership}, '${rule}', 1, '${event}', 1);
      insert into rule_step (execution_id, action_id, action_name, action_type, status, attempt, input, output, port)
        values ('${execution}', '${sealable}', 'a', 'call_webhook', 'completed', 1, '${input}', 'null', 'success'),
          ('${execution}', '${templated}', 'b', 'call_webhook', 'running', 1, '${input}', 'null', null);`),
  );
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await engine.close();
  const database = await open({ databaseUrl });
  const { stores } = database.unitOfWork;
  const principal = { organizationId: organization ?? '', userId: user ?? '', via: 'session' } as const;
  const stored = await stores.rules.get(principal, rule ?? '');
  const reference = { Authorization: expect.stringMatching(/^secret:/), Accept: 'text/plain' };
  const [first, second] = stored.actions;
  expect(first?.config['headers']).toEqual(reference);
  expect(second?.config['headers']).toEqual({ Authorization: 'Bearer s3cr3t', Accept: 'text/plain' });
  const [revision] = await stores.rules.listRevisions(principal, stored.id);
  const { definition: proposed } = await stores.rulePreviews.get(principal, preview ?? '');
  for (const copy of [revision?.definition, proposed]) {
    expect(copy?.actions.map(({ config }) => config['headers'])).toEqual([reference, second?.config['headers']]);
  }
  const opened = await stores.ruleSecrets.open(principal, { ...first?.config });
  expect(opened).toMatchObject({ headers: { Authorization: 'Bearer s3cr3t' } });
  const { steps } = await stores.ruleExecutions.get(principal, execution ?? '');
  expect(steps.map((step) => [step.status, step.input])).toEqual([
    ['completed', { headers: { authorization: '[secret]', 'X-Row': 'r1' } }],
    ['running', { headers: { authorization: 'Bearer s3cr3t', 'X-Row': 'r1' } }],
  ]);
  await database.close();
});

it('migrations give existing tokens the default scopes, rename scopes and end standing grants of clusters', async () => {
  const databaseUrl = await createEmptyDatabase();
  const engine = createPostgresEngine({ databaseUrl }, silentLogger);
  const db = new Kysely<unknown>({ dialect: engine.dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  await migrator.migrateTo('0021-remediation-watches');
  const [organization, user, workspace] = [newId(), newId(), newId()];
  const tools = ['textEditor', 'kubectl_scale', 'kubectlike', 'remediate', 'run_operation'];
  await withAdmin(databaseUrl, (client) =>
    client.query(`
      insert into organization (id, name) values ('${organization}', 'o');
      insert into app_user (id, email, name) values ('${user}', 'a@example.test', 'a');
      insert into member (organization_id, user_id, role) values ('${organization}', '${user}', 'owner');
      insert into workspace (id, organization_id, name, created_by_user_id, created_type, current_revision_number)
        values ('${workspace}', '${organization}', 'w', '${user}', 'sample', 0);
      insert into workspace_revision values ('${workspace}', 0, '${user}', 'sample');
      insert into extension_token (id, organization_id, user_id, name, secret_hash)
        values ('${newId()}', '${organization}', '${user}', 'old', 'hash');
      insert into tool_grant (id, organization_id, user_id, workspace_id, tool) values
        ${tools.map((tool) => `('${newId()}', '${organization}', '${user}', '${workspace}', '${tool}')`).join(', ')};`),
  );
  await migrator.migrateTo('0051-inbox-webhooks');
  await withAdmin(databaseUrl, (client) =>
    client.query(`
      insert into extension_token (id, organization_id, user_id, name, secret_hash, scopes)
        values ('${newId()}', '${organization}', '${user}', 'wide', 'other', array['read', 'platform:read', 'platform:destructive'])`),
  );
  await migrator.migrateToLatest();
  const read = async (statement: string) => (await withAdmin(databaseUrl, (client) => client.query(statement))).rows;
  expect(await read('select scopes from extension_token order by name')).toEqual([
    { scopes: ['read', 'chart:write', 'runs:write'] },
    { scopes: ['read', 'operations:read', 'operations:destructive'] },
  ]);
  expect(await read('select tool from tool_grant order by tool')).toEqual([
    { tool: 'kubectlike' },
    { tool: 'textEditor' },
  ]);
  await engine.close();
});

it('migrations run once when processes start together', async () => {
  const databaseUrl = await createEmptyDatabase();
  const databases = await Promise.all([1, 2, 3].map(() => open({ databaseUrl })));
  const ran = await Promise.all(databases.map((database) => database.migrate()));
  expect(ran.flat().toSorted()).toEqual(all);
  await Promise.all(databases.map((database) => database.start()));
  await Promise.all(databases.map((database) => database.close()));
});

describe('the schema', () => {
  let databaseUrl: string;
  const ids = { organization: newId(), user: newId(), workspace: newId(), conversation: newId() };
  const run = (statement: string) => withAdmin(databaseUrl, (client) => client.query(statement));

  beforeAll(async () => {
    databaseUrl = await createEmptyDatabase();
    const database = await open({ databaseUrl });
    await database.migrate();
    await database.close();
    await run(`
      insert into organization (id, name) values ('${ids.organization}', 'o');
      insert into app_user (id, email, name) values ('${ids.user}', 'a@example.test', 'a');
      insert into workspace (id, organization_id, name, created_by_user_id, created_type, current_revision_number)
        values ('${ids.workspace}', '${ids.organization}', 'w', '${ids.user}', 'sample', 0);
      insert into workspace_revision values ('${ids.workspace}', 0, '${ids.user}', 'sample');
      insert into conversation (id, organization_id, user_id, workspace_id, context_type)
        values ('${ids.conversation}', '${ids.organization}', '${ids.user}', '${ids.workspace}', 'chart');
      insert into audit_entry (id, organization_id, user_id, via, kind, workspace_id, details)
        values ('${newId()}', '${ids.organization}', '${ids.user}', 'session', 'push_asked', '${ids.workspace}', '{}');
      insert into inventory.products (id, organization_id, sku, name)
        values ('${ids.workspace}', '${ids.organization}', 's', 'p');
      insert into inventory.inventory_items (organization_id, product_id)
        values ('${ids.organization}', '${ids.workspace}');`);
  });

  const file = (columns: string, values: string) =>
    `insert into workspace_file (workspace_id, revision_number, id, path, content, ${columns})
     values ('${ids.workspace}', 0, '${newId()}', '${newId()}', '', ${values})`;
  const newRun = (columns: string, values: string) =>
    `insert into run (id, organization_id, user_id, conversation_id, model, ${columns})
     values ('${newId()}', '${ids.organization}', '${ids.user}', '${ids.conversation}', 'm', ${values})`;

  it.each([
    ['an unknown pending change', '23514', file('pending_op', `'copy'`)],
    ['a pending content without a change', '23514', file('content_pending', `'x'`)],
    ['a creation without content', '23514', file('pending_op', `'create'`)],
    ['a deletion with content', '23514', file('pending_op, content_pending', `'delete', 'x'`)],
    ['a rename without a path', '23514', file('pending_op', `'rename'`)],
    [
      'a changed path without a rename',
      '23514',
      file('pending_op, content_pending, pending_path', `'modify', 'x', 'y'`),
    ],
    ['a file of a chart that is not there', '23503', file('chart_id', `'${newId()}'`)],
    ['a current revision that is not there', '23503', `update workspace set current_revision_number = 9`],
    [
      'a rollback from nowhere',
      '23514',
      `insert into workspace_revision values ('${ids.workspace}', 1, '${ids.user}', 'rollback')`,
    ],
    ['an unknown status of a run', '23514', newRun('status', `'paused'`)],
    ['a run that has ended without a time', '23514', newRun('status', `'completed'`)],
    ['a run that goes on after its end', '23514', newRun('status, ended_at', `'running', now()`)],
    [
      'an answer without a conversation',
      '23514',
      `insert into run (id, organization_id, user_id, model, status)
       values ('${newId()}', '${ids.organization}', '${ids.user}', 'm', 'queued')`,
    ],
    ['a remediation with a conversation', '23514', newRun('status, kind', `'queued', 'remediation'`)],
    ['a queued run that waits for a time', '23514', newRun('status, wake_at', `'queued', now()`)],
    ['an event without a run', '23503', `insert into run_event values ('${newId()}', 1, '{}')`],
    ['a change of an audit entry', 'P0001', `update audit_entry set user_id = '${newId()}'`],
    ['the deletion of an audit entry', 'P0001', `delete from audit_entry`],
    [
      'a session of a user who is no member',
      '23503',
      `insert into session (id, organization_id, user_id, secret_hash, expires_at)
       values ('${newId()}', '${ids.organization}', '${ids.user}', 'h', now())`,
    ],
  ])('rejects %s', async (_, code, statement) => {
    await expect(run(statement)).rejects.toMatchObject({ code });
  });

  it.each([
    ['member', 'role', roles],
    ['workspace', 'created_type', workspaceOrigins],
    ['workspace_revision', 'created_type', revisionOrigins],
    ['conversation', 'context_type', contextTypes],
    ['run', 'status', runStatuses],
    ['run', 'kind', runKinds],
    ['run', 'persona', personas],
    ['plan', 'status', planStatuses],
    ['plan_action', 'action', planActionKinds],
    ['audit_entry', 'kind', auditKinds],
    ['spend_limit', 'scope', spendScopes],
    ['spend_limit', 'period', spendPeriods],
  ])('allows in %s.%s exactly the values of the domain', async (table, column, values) => {
    const { rows } = await run(`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname = '${table}_${column}_check'`);
    const allowed = [...String(rows[0]?.definition).matchAll(/'(\w+)'::text/g)].map((match) => match[1]);
    expect(new Set(allowed)).toEqual(new Set<string>(values));
  });

  it('has an index that begins with a column of each foreign key by which rows are deleted or cleared', async () => {
    const { rows } = await run(`
      select conrelid::regclass::text as table_name, conname
      from pg_constraint
      where contype = 'f' and confdeltype in ('c', 'n') and connamespace = 'public'::regnamespace
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = any (conkey))`);
    expect(rows).toEqual([]);
  });

  it('keeps the records of a deleted workspace and of a deleted user', async () => {
    const [user, workspace] = [newId(), newId()];
    await run(`
      insert into app_user (id, email, name) values ('${user}', 'b@example.test', 'b');
      insert into audit_entry (id, organization_id, user_id, via, kind, workspace_id, details)
        values ('${newId()}', '${ids.organization}', '${user}', 'session', 'push_done', '${workspace}', '{}');
      begin;
      insert into workspace (id, organization_id, name, created_by_user_id, created_type, current_revision_number)
        values ('${workspace}', '${ids.organization}', 'w', '${ids.user}', 'sample', 0);
      insert into workspace_revision values ('${workspace}', 0, '${ids.user}', 'sample');
      commit;`);
    await run(`delete from workspace where id = '${workspace}'; delete from app_user where id = '${user}';`);
    const { rows } = await run(`select user_id, workspace_id from audit_entry where user_id = '${user}'`);
    expect(rows).toEqual([{ user_id: user, workspace_id: workspace }]);
  });

  it('deletes all data of an organization with it', async () => {
    await run(`delete from organization where id = '${ids.organization}'`);
    const { rows } = await run(
      `select (select count(*) from workspace)::int + (select count(*) from conversation)::int
         + (select count(*) from audit_entry)::int + (select count(*) from inventory.inventory_items)::int
         + (select count(*) from workflow_event)::int as left`,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
