import type { Principal } from '@shipmate/core';
import type { InboxKind } from '@shipmate/domain/inbox';
import { type RawBuilder, sql } from 'kysely';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';

/** Selects the waiting rows of one kind: `kind`, `id`, `item_id`, `run_id`, `conversation_id`, `version`, `detail`, times. */
interface InboxSource {
  readonly kind: InboxKind;
  /** Returns the rows that a principal owns; `undefined` when the principal's credential sees none of the kind. */
  readonly select: (principal: Principal, only: RawBuilder<boolean>) => RawBuilder<unknown> | undefined;
}

/** The sources of the inbox. Each reads its own partial index of waiting rows by user and time. */
export const inboxSources: readonly InboxSource[] = [
  {
    kind: 'approval',
    select: (principal, only) => sql`
      select 'approval' as kind, id, id::text as item_id, run_id, conversation_id, '1' as version, created_at, expires_at,
        json_build_object('tool', tool, 'input', input, 'effect', effect, 'preview', preview,
          'origins', coalesce(origins, '[]')) as detail
      from approval
      where ${isOwn(principal)} and ${isInScope(principal)} and status = 'pending' and expires_at > clock_timestamp()
        and ${only}`,
  },
  {
    kind: 'remediation',
    select: (principal, only) =>
      isScoped(principal)
        ? undefined
        : sql`
      select 'remediation' as kind, id, id::text as item_id, id as run_id, null::uuid as conversation_id,
        plan->>'hash' as version, created_at, expires_at,
        json_build_object('issue', issue, 'plan', plan) as detail
      from remediation
      where ${isOwn(principal)} and status = 'awaiting_approval' and expires_at > clock_timestamp() and ${only}`,
  },
  {
    kind: 'plan',
    select: (principal, only) =>
      principal.scope?.runId !== undefined
        ? undefined
        : sql`
      select 'plan' as kind, id, id::text as item_id, proposed_by_run_id as run_id, conversation_id,
        ${toMicros('updated_at')} as version, created_at, null::timestamptz as expires_at,
        json_build_object('summary', summary, 'actions', (
          select json_agg(json_build_object(
            'action', action, 'path', path, 'newPath', new_path, 'why', why, 'isDone', is_done) order by position)
          from plan_action where plan_id = plan.id)) as detail
      from plan
      where ${isOwn(principal)} and ${isInScope(principal)} and status in ('proposed', 'partly_applied') and ${only}`,
  },
  {
    kind: 'proposal',
    select: (principal, only) =>
      isScoped(principal)
        ? undefined
        : sql`
      select 'proposal' as kind, id, id::text as item_id, null::uuid as run_id, null::uuid as conversation_id,
        ${toMicros('updated_at')} as version, created_at, null::timestamptz as expires_at,
        json_build_object('flow', flow, 'intent', intent, 'status', status,
          'operation', work->'operation'->'description', 'command', work->'command',
          'solutions', coalesce(
            (select json_agg(solution->'title') from json_array_elements(work->'solutions') as solution), '[]'),
          'manifests', work->'chosen'->'manifests', 'context', work->'context',
          'namespace', work->'chosen'->'answers'->'namespace') as detail
      from proposal
      where ${isOwn(principal)} and status in ('asking', 'ready') and ${only}`,
  },
  {
    kind: 'rule_preview',
    select: (principal, only) =>
      isScoped(principal)
        ? undefined
        : sql`
      select 'rule_preview' as kind, id, id::text as item_id, run_id, null::uuid as conversation_id, '1' as version,
        created_at, null::timestamptz as expires_at,
        json_build_object('description', description, 'isNew', rule_id is null, 'definition', definition) as detail
      from workflow_preview
      where ${isOwn(principal)} and status = 'pending' and ${only}`,
  },
  {
    kind: 'rule_approval',
    select: (principal, only) =>
      isScoped(principal)
        ? undefined
        : sql`
      select * from (
        select 'rule_approval' as kind, approver.execution_id as id,
          approver.execution_id::text || '.' || approver.action_id::text as item_id, approver.execution_id as run_id,
          null::uuid as conversation_id, '1' as version, step.started_at as created_at, step.wake_at as expires_at,
          json_build_object('ruleName', rule.name, 'actionName', step.action_name, 'actionType', step.action_type,
            'input', step.input, 'entity', event.entity, 'entityKey', event.entity_key, 'row', event.row) as detail,
          approver.organization_id, approver.user_id
        from rule_approver as approver
          join rule_step as step using (execution_id, action_id)
          join rule_execution as execution on execution.id = approver.execution_id
          join workflow_rule as rule on rule.id = execution.rule_id
          join workflow_event as event on event.id = execution.event_id
        where approver.is_waiting and step.wake_at > clock_timestamp()
      ) as rule_approval
      where ${isOwn(principal)} and ${only}`,
  },
  {
    kind: 'unknown_call',
    select: (principal, only) => sql`
      select * from (
        select 'unknown_call' as kind, run.id, run.id::text || '.' || tool_call_id as item_id, run.id as run_id,
          run.conversation_id, '1' as version, started_at as created_at, null::timestamptz as expires_at,
          json_build_object('tool', name, 'input', input, 'effect', effect) as detail,
          run.organization_id, run.user_id, run.workspace_id
        from tool_call join run on run.id = tool_call.run_id
        where tool_call.status = 'unknown' and run.ended_at is null
      ) as unknown_call
      where ${isOwn(principal)} and ${isInScope(principal)} and ${only}`,
  },
];

function isOwn(principal: Principal): RawBuilder<boolean> {
  requireId(principal.userId, 'user');
  const { organization_id } = inOrganization(principal);
  return sql<boolean>`organization_id = ${organization_id} and user_id = ${principal.userId}`;
}

function isScoped({ scope }: Principal): boolean {
  return scope?.workspaceId !== undefined || scope?.runId !== undefined;
}

function isInScope({ scope }: Principal): RawBuilder<boolean> {
  const { workspaceId, runId } = scope ?? {};
  const inWorkspace = workspaceId === undefined ? sql`true` : sql`workspace_id = ${workspaceId}`;
  return sql<boolean>`${inWorkspace} and ${runId === undefined ? sql`true` : sql`run_id = ${runId}`}`;
}

function toMicros(column: string): RawBuilder<string> {
  return sql<string>`((extract(epoch from ${sql.ref(column)}) * 1000000)::bigint)::text`;
}
