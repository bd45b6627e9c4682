import type { Principal } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import type { RunListing, RunQuery } from '@shipmate/domain/run';
import type { Executor } from '../../executor/executor.ts';
import { ownedBy } from '../../tenancy/tenancy.ts';
import { toRun } from './run-row.ts';

/** Lists the principal's own runs by their ids, which sort by time, newest first. */
export async function listRuns(
  executor: Executor,
  principal: Principal,
  { status, workspaceId, retryOf, before, limit }: RunQuery,
): Promise<readonly RunListing[]> {
  if ([workspaceId, retryOf?.runId, before].some((id) => id !== undefined && !isId(id))) return [];
  const { organization_id, user_id, workspace_id } = ownedBy(principal);
  const onlyRun = principal.scope?.runId;
  // The page is found first: planned for all runs of a user, the joins would reserve memory for each of them.
  const page = executor
    .selectFrom('run')
    .selectAll()
    .where((eb) =>
      eb.and([
        eb('organization_id', '=', organization_id),
        eb('user_id', '=', user_id),
        ...(workspace_id === undefined ? [] : [eb('workspace_id', '=', workspace_id)]),
        ...(onlyRun === undefined ? [] : [eb('id', '=', onlyRun)]),
        ...(workspaceId === undefined ? [] : [eb('workspace_id', '=', workspaceId)]),
        ...(retryOf === undefined
          ? []
          : [eb('retried_run_id', '=', retryOf.runId), eb('kept_turns', '=', retryOf.keptTurns)]),
        ...(before === undefined ? [] : [eb('id', '<', before)]),
        ...(status === 'active' ? [eb('ended_at', 'is', null)] : []),
        ...(status === undefined || status === 'active' ? [] : [eb('status', '=', status)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await executor
    .selectFrom(page.as('run'))
    .leftJoin('conversation', 'conversation.id', 'run.conversation_id')
    .leftJoin('remediation', 'remediation.id', 'run.id')
    .leftJoin('rule_execution as execution', 'execution.id', 'run.id')
    .leftJoin('workflow_rule as rule', 'rule.id', 'execution.rule_id')
    .leftJoin('workspace', 'workspace.id', 'run.workspace_id')
    .selectAll('run')
    .select(['conversation.title as conversation_title', 'workspace.name as workspace_name'])
    .select(['remediation.issue', 'remediation.status as remediation_status'])
    .select(['rule.id as rule_id', 'rule.name as rule_name'])
    .orderBy('run.id', 'desc')
    .execute();
  return rows.map((row) => ({
    run: toRun(row),
    conversationTitle: row.conversation_title,
    remediation:
      row.issue === null || row.remediation_status === null
        ? null
        : { issue: row.issue, status: row.remediation_status },
    rule: row.rule_id === null || row.rule_name === null ? null : { id: row.rule_id, name: row.rule_name },
    workspaceName: row.workspace_name,
  }));
}
