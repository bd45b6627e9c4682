import { AppError, type JsonValue, toJsonText } from '@shipmate/core';
import { findSecretHeaders, type RuleDefinition } from '@shipmate/domain/workflow';
import { type Kysely, sql } from 'kysely';
import type { Executor } from '../executor/executor.ts';
import { protectConfig } from '../stores/workflow/secret/protect-secrets.ts';

/**
 * Seals the secret headers of rules, revisions and previews that were saved before rules had secrets, and removes them from the history of
 * executions. Headers of a URL whose host is a template cannot be sealed and stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const executor = db as Executor;
  const sealed = new Map<string, Set<string>>();
  for (const { organizationId, definition, store } of await listDefinitions(executor)) {
    const actions: RuleDefinition['actions'][number][] = [];
    for (const action of definition.actions) {
      const config = await sealConfig(executor, organizationId, action);
      const plain = plainSecrets(action.config).filter(({ name, value }) => headerOf(config, name) !== value);
      const values = sealed.get(organizationId) ?? new Set();
      sealed.set(organizationId, new Set([...values, ...plain.map(({ value }) => value)]));
      actions.push({ ...action, config });
    }
    const next = toJsonText({ ...definition, actions });
    if (next !== toJsonText(definition)) await store(next);
  }
  for (const [organizationId, values] of sealed)
    if (values.size > 0) await redactSteps(executor, organizationId, values);
  // Drafts end ten minutes after the last change.
  await sql`delete from workflow_draft where payload::text like '%"headers"%'`.execute(db);
}

interface StoredDefinition {
  readonly organizationId: string;
  readonly definition: RuleDefinition;
  readonly store: (definition: string) => Promise<unknown>;
}

async function listDefinitions(executor: Executor): Promise<readonly StoredDefinition[]> {
  const { rows } = await sql<{ readonly table: string; readonly id: string; readonly revision: number } & StoredRow>`
    select 'workflow_rule' as table, id, revision, organization_id, definition from workflow_rule
    where definition::text like '%"headers"%'
    union all
    select 'workflow_rule_revision', rule_id, stored.revision, organization_id, stored.definition
    from workflow_rule_revision as stored join workflow_rule on workflow_rule.id = rule_id
    where stored.definition::text like '%"headers"%'
    union all
    select 'workflow_preview', id, 0, organization_id, definition from workflow_preview
    where definition::text like '%"headers"%'`.execute(executor);
  return rows.map(({ table, id, revision, organization_id: organizationId, definition }) => ({
    organizationId,
    definition,
    store: (text) =>
      table === 'workflow_rule_revision'
        ? sql`update workflow_rule_revision set definition = ${text}::json
            where rule_id = ${id}::uuid and revision = ${revision}`.execute(executor)
        : sql`update ${sql.table(table)} set definition = ${text}::json where id = ${id}::uuid`.execute(executor),
  }));
}

interface StoredRow {
  readonly organization_id: string;
  readonly definition: RuleDefinition;
}

type Config = RuleDefinition['actions'][number]['config'];

async function sealConfig(
  executor: Executor,
  organizationId: string,
  action: RuleDefinition['actions'][number],
): Promise<Config> {
  if (plainSecrets(action.config).length === 0) return action.config;
  try {
    return await protectConfig(executor, { organizationId, userId: organizationId, via: 'job' }, action);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'VALIDATION_ERROR') return action.config;
    throw thrown;
  }
}

function plainSecrets(config: Config) {
  return findSecretHeaders(config).headers.filter(({ secretId }) => secretId === undefined);
}

function headerOf({ headers }: Config, name: string): JsonValue | undefined {
  return typeof headers === 'object' && headers !== null ? Reflect.get(headers, name) : undefined;
}

/** Replaces the values in the inputs of steps that have ended; a step that still waits needs them. */
async function redactSteps(executor: Executor, organizationId: string, values: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ readonly execution_id: string; readonly action_id: string; readonly input: Config }>`
    select execution_id, action_id, input from rule_step join rule_execution on rule_execution.id = execution_id
    where organization_id = ${organizationId}::uuid and action_type = 'call_webhook' and port is not null
      and input::text like '%"headers"%'`.execute(executor);
  for (const { execution_id: executionId, action_id: actionId, input } of rows) {
    const known = plainSecrets(input).filter(({ value }) => values.has(value));
    if (known.length === 0) continue;
    const hidden = Object.fromEntries(known.map(({ name }) => [name, '[secret]']));
    const next = toJsonText({ ...input, headers: { ...Object(input['headers']), ...hidden } });
    await sql`
      update rule_step set input = ${next}::json
      where execution_id = ${executionId}::uuid and action_id = ${actionId}::uuid`.execute(executor);
  }
}
