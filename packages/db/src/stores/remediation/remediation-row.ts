import { toJsonText } from '@shipmate/core';
import { isRemediationEnded, type Remediation, type RemediationChange } from '@shipmate/domain/remediation';
import { sql, type Selectable } from 'kysely';
import type { RemediationCallTable, RemediationTable } from '../../schema/remediation-tables.ts';
import type { RunTable } from '../../schema/run-tables.ts';
import { storableText } from '../storable-text.ts';

export const now = sql<Date>`clock_timestamp()`;

const oneDay = 24 * 60 * 60;

/** Returns the time a number of seconds from now. */
function inSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
}

/** A remediation with the state of its run. */
export type RemediationRow = Selectable<RemediationTable> &
  Pick<Selectable<RunTable>, 'stop_requested_at'> & { readonly run_status: RunTable['status'] };

export function toRemediation(row: RemediationRow, calls: readonly Selectable<RemediationCallTable>[]): Remediation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    issue: row.issue,
    mode: row.mode,
    maxRisk: row.max_risk,
    context: row.context,
    model: row.model,
    origin: row.alert_group === null ? 'request' : 'alert',
    status: row.status,
    reason: row.reason,
    calls: calls.map(({ id, tool, input, output, is_error: isError }) => ({ id, tool, input, output, isError })),
    analysis: row.analysis,
    plan: row.plan,
    approval: row.approval,
    progress: row.progress,
    checks: row.checks,
    watch: row.watch,
    spent: row.spent,
    isQueued: row.run_status === 'queued',
    stopRequestedAt: row.stop_requested_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
  };
}

/** Returns the columns of a change, with the times that its status implies. */
export function toChangedColumns(change: Omit<RemediationChange, 'spent' | 'call'>) {
  const { status, reason, analysis, plan, approval, progress, checks, watch } = change;
  const { expiresInSeconds = oneDay } = change;
  return {
    ...(status !== undefined && { status }),
    ...(status === 'awaiting_approval' && { expires_at: inSeconds(expiresInSeconds) }),
    ...(status !== undefined && isRemediationEnded(status) && { ended_at: now }),
    ...(reason !== undefined && { reason: storableText(reason) }),
    ...(analysis !== undefined && { analysis: toJsonColumn(analysis) }),
    ...(plan !== undefined && { plan: toJsonColumn(plan) }),
    ...(approval !== undefined && { approval: toJsonColumn(approval) }),
    ...(progress !== undefined && { progress: toJsonText(progress) }),
    ...(checks !== undefined && { checks: toJsonText(checks) }),
    ...(watch !== undefined && { watch: toJsonColumn(watch) }),
  };
}

function toJsonColumn(value: unknown): string | null {
  return value === null ? null : toJsonText(value);
}
