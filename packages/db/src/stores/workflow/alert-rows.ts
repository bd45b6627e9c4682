import type { Alert } from '@shipmate/domain/workflow';
import type { Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { WorkflowAlertTable } from '../../schema/alert-tables.ts';

/** Converts rows to alerts, with their recipients and acknowledgments. */
export async function toAlerts(
  executor: Executor,
  rows: readonly Selectable<WorkflowAlertTable>[],
): Promise<readonly Alert[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const recipients = await executor
    .selectFrom('workflow_alert_recipient as recipient')
    .leftJoin('app_user', 'app_user.id', 'recipient.user_id')
    .select(['alert_id', 'user_id', 'role', 'app_user.name', 'app_user.email'])
    .where('alert_id', 'in', ids)
    .orderBy('app_user.name')
    .orderBy('role')
    .execute();
  const acknowledgments = await executor
    .selectFrom('workflow_alert_acknowledgment as acknowledgment')
    .innerJoin('app_user', 'app_user.id', 'acknowledgment.user_id')
    .select(['alert_id', 'user_id', 'notes', 'at', 'app_user.name'])
    .where('alert_id', 'in', ids)
    .orderBy('at')
    .execute();
  return rows.map((row) => ({
    ...toFields(row),
    recipients: {
      users: recipients.flatMap(({ alert_id: alertId, user_id: id, name, email }) =>
        alertId === row.id && id !== null ? [{ id, name: name ?? '', email: email ?? '' }] : [],
      ),
      roles: recipients.flatMap(({ alert_id: alertId, role }) => (alertId === row.id && role !== null ? [role] : [])),
    },
    acknowledgments: acknowledgments
      .filter(({ alert_id: alertId }) => alertId === row.id)
      .map(({ user_id: userId, name: userName, notes, at }) => ({ userId, userName, notes, at })),
  }));
}

function toFields(row: Selectable<WorkflowAlertTable>): Omit<Alert, 'recipients' | 'acknowledgments'> {
  return {
    id: row.id,
    organizationId: row.organization_id,
    alertType: row.alert_type,
    severity: row.severity,
    title: row.title,
    message: row.message,
    context: row.context,
    actionUrl: row.action_url,
    source: {
      entity: row.entity,
      entityId: row.entity_id,
      ruleId: row.rule_id,
      ruleName: row.rule_name,
      executionId: row.execution_id,
    },
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
