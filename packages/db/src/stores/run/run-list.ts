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
  const rows = await executor
    .selectFrom('run')
    .leftJoin('conversation', 'conversation.id', 'run.conversation_id')
    .leftJoin('remediation', 'remediation.id', 'run.id')
    .leftJoin('rule_execution as execution', 'execution.id', 'run.id')
    .leftJoin('workflow_rule as rule', 'rule.id', 'execution.rule_id')
    .leftJoin('workspace', 'workspace.id', 'run.workspace_id')
    .selectAll('run')
    .select(['conversation.title as conversation_title', 'workspace.name as workspace_name'])
    .select(['remediation.issue', 'remediation.status as remediation_status'])
    .select(['rule.id as rule_id', 'rule.name as rule_name'])
    .where((eb) =>
      eb.and([
        eb('run.organization_id', '=', organization_id),
        eb('run.user_id', '=', user_id),
        ...(workspace_id === undefined ? [] : [eb('run.workspace_id', '=', workspace_id)]),
        ...(onlyRun === undefined ? [] : [eb('run.id', '=', onlyRun)]),
        ...(workspaceId === undefined ? [] : [eb('run.workspace_id', '=', workspaceId)]),
        ...(retryOf === undefined
          ? []
          : [eb('run.retried_run_id', '=', retryOf.runId), eb('run.kept_turns', '=', retryOf.keptTurns)]),
        ...(before === undefined ? [] : [eb('run.id', '<', before)]),
        ...(status === 'active' ? [eb('run.ended_at', 'is', null)] : []),
        ...(status === undefined || status === 'active' ? [] : [eb('run.status', '=', status)]),
      ]),
    )
    .orderBy('run.id', 'desc')
    .limit(limit)
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
