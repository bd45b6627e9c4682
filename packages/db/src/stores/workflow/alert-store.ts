import { AppError, toJsonText, type Principal } from '@shipmate/core';
import type { AlertQuery, AlertStatus, AlertStore, NewAlert } from '@shipmate/domain/workflow';
import { sql, type RawBuilder } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { toAlerts } from './alert-rows.ts';

/** Creates an {@link AlertStore} on SQL. */
export function createAlertStore(executor: Executor): AlertStore {
  async function get(on: Executor, principal: Principal, alertId: string) {
    requireId(alertId, 'alert');
    const row = await on
      .selectFrom('workflow_alert')
      .selectAll()
      .where('id', '=', alertId)
      .where(isVisibleTo(principal))
      .executeTakeFirst();
    const [alert] = await toAlerts(on, [found(row, 'alert')]);
    return found(alert, 'alert');
  }

  /** Reads an alert that does not change until the transaction ends. */
  async function lock(transaction: Executor, principal: Principal, alertId: string) {
    requireId(alertId, 'alert');
    await transaction
      .selectFrom('workflow_alert')
      .select('id')
      .where((eb) => eb.and({ ...inOrganization(principal), id: alertId }))
      .forUpdate()
      .execute();
    return get(transaction, principal, alertId);
  }

  async function list(condition: RawBuilder<boolean>, { status, severity, offset, limit }: AlertQuery) {
    const rows = await executor
      .selectFrom('workflow_alert')
      .selectAll()
      .select(sql<number>`(count(*) over ())::integer`.as('total'))
      .where(condition)
      .where((eb) => eb.and({ ...(status !== undefined && { status }), ...(severity !== undefined && { severity }) }))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    const total = rows[0]?.total ?? (offset === 0 ? 0 : await count(condition, { status, severity }));
    return { alerts: await toAlerts(executor, rows), total };
  }

  async function count(condition: RawBuilder<boolean>, { status, severity }: Pick<AlertQuery, 'status' | 'severity'>) {
    const row = await executor
      .selectFrom('workflow_alert')
      .select(sql<number>`count(*)::integer`.as('total'))
      .where(condition)
      .where((eb) => eb.and({ ...(status !== undefined && { status }), ...(severity !== undefined && { severity }) }))
      .executeTakeFirstOrThrow();
    return row.total;
  }

  /** Changes the status of an open alert. */
  const move = (principal: Principal, alertId: string, to: AlertStatus) =>
    inTransaction(executor, async (transaction) => {
      const alert = await lock(transaction, principal, alertId);
      const { status, title } = alert;
      if (status === to) return alert;
      if (status !== 'active' && status !== 'acknowledged') throw closed(title, status);
      await transaction
        .updateTable('workflow_alert')
        .set({ status: to, updated_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', alertId)
        .execute();
      return get(transaction, principal, alertId);
    });

  return {
    create: (principal, alert) =>
      inTransaction(executor, async (transaction) => {
        if (alert.resolvePrior) await resolvePrior(transaction, principal, alert);
        await insert(transaction, principal, alert);
        return get(transaction, principal, alert.id);
      }),

    get: (principal, alertId) => get(executor, principal, alertId),
    listForMe: (principal, query) => list(isAddressedTo(principal), query),

    async listForRule(principal, ruleId, query) {
      requireId(ruleId, 'rule');
      return list(sql<boolean>`rule_id = ${ruleId}::uuid and ${isVisibleTo(principal)}`, query);
    },

    acknowledge: (principal, alertId, notes) =>
      inTransaction(executor, async (transaction) => {
        const { status, title } = await lock(transaction, principal, alertId);
        if (status !== 'active' && status !== 'acknowledged') throw closed(title, status);
        const kept = notes === undefined ? null : storableText(notes);
        await transaction
          .insertInto('workflow_alert_acknowledgment')
          .values({ alert_id: alertId, user_id: principal.userId, notes: kept })
          .onConflict((conflict) =>
            conflict.columns(['alert_id', 'user_id']).doUpdateSet((eb) => ({
              notes: eb.fn.coalesce('excluded.notes', 'workflow_alert_acknowledgment.notes'),
            })),
          )
          .execute();
        await transaction
          .updateTable('workflow_alert')
          .set({ status: 'acknowledged', updated_at: sql<Date>`clock_timestamp()` })
          .where('id', '=', alertId)
          .where('status', '=', 'active')
          .execute();
        return get(transaction, principal, alertId);
      }),

    dismiss: (principal, alertId) => move(principal, alertId, 'dismissed'),
    resolve: (principal, alertId) => move(principal, alertId, 'resolved'),
  };
}

async function insert(transaction: Executor, principal: Principal, { source, recipients, ...alert }: NewAlert) {
  const organization = inOrganization(principal);
  await transaction
    .insertInto('workflow_alert')
    .values({
      ...organization,
      id: alert.id,
      created_by_user_id: principal.userId,
      alert_type: storableText(alert.alertType),
      severity: alert.severity,
      title: storableText(alert.title),
      message: storableText(alert.message),
      context: toJsonText(alert.context),
      action_url: storableText(alert.actionUrl),
      entity: storableText(source.entity),
      entity_id: storableText(source.entityId),
      rule_id: source.ruleId,
      rule_name: storableText(source.ruleName),
      execution_id: source.executionId,
    })
    .execute();
  const inserted = await sql`
    insert into workflow_alert_recipient (alert_id, organization_id, user_id, role)
    select ${alert.id}::uuid, organization_id, user_id, null from member
      where organization_id = ${organization.organization_id}::uuid and user_id::text = any(${[...recipients.users]}::text[])
    union all
    select distinct ${alert.id}::uuid, organization_id, null::uuid, role from member
      where organization_id = ${organization.organization_id}::uuid and role = any(${[...recipients.roles]}::text[])
    returning 1`.execute(transaction);
  if (inserted.rows.length > 0) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The alert "${alert.title}" has no recipient who is a member. Name members, or roles that members have.`,
  });
}

async function resolvePrior(transaction: Executor, principal: Principal, { alertType, source }: NewAlert) {
  await transaction
    .updateTable('workflow_alert')
    .set({ status: 'resolved', updated_at: sql<Date>`clock_timestamp()` })
    .where((eb) => eb.and({ ...inOrganization(principal), alert_type: storableText(alertType) }))
    .where('entity', 'is not distinct from', storableText(source.entity))
    .where('entity_id', 'is not distinct from', storableText(source.entityId))
    .where('status', 'in', ['active', 'acknowledged'])
    .execute();
}

/** Selects the alerts of which the caller is a recipient. Alerts belong to no workspace, so a credential for one sees none. */
function isAddressedTo(principal: Principal): RawBuilder<boolean> {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('alert');
  const { organization_id: organizationId } = inOrganization(principal);
  return sql<boolean>`workflow_alert.id in (
    select alert_id from workflow_alert_recipient
      where organization_id = ${organizationId}::uuid and user_id = ${principal.userId}::uuid
    union all
    select alert_id from workflow_alert_recipient recipient
      join member on member.organization_id = recipient.organization_id and member.role = recipient.role
      where member.organization_id = ${organizationId}::uuid and member.user_id = ${principal.userId}::uuid)`;
}

function isVisibleTo(principal: Principal): RawBuilder<boolean> {
  const { organization_id: organizationId } = inOrganization(principal);
  return sql<boolean>`organization_id = ${organizationId}::uuid
    and (created_by_user_id = ${principal.userId}::uuid or ${isAddressedTo(principal)})`;
}

function closed(title: string, status: AlertStatus): AppError {
  return new AppError({ code: 'CONFLICT', message: `The alert "${title}" is ${status} already.`, details: { status } });
}
