import { AppError, type Principal } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { ActionConfigOf, RuleExecution } from '@shipmate/domain/workflow';
import { z } from 'zod';
import type { RuleActionHandler } from '../rule-action.ts';

/** Creates an alert. */
export const createAlert: RuleActionHandler<ActionConfigOf<'create_alert'>> = {
  kind: 'stored',
  async execute({ alerts }, config, { execution, principal }) {
    const { recipients } = await alerts.create(principal, {
      id: newId(),
      alertType: config.alert_type,
      severity: config.severity,
      title: config.title,
      message: config.message,
      context: config.context ?? {},
      actionUrl: config.action_url ?? null,
      source: sourceOf(execution),
      recipients: config.recipients,
      resolvePrior: config.resolve_prior,
    });
    return { port: 'success', output: { recipients: recipients.users.length + recipients.roles.length } };
  },
};

/** Sends a notification: as an alert of the type `notification`, or as an event of the organization's webhook. */
export const sendNotification: RuleActionHandler<ActionConfigOf<'send_notification'>> = {
  kind: 'stored',
  async execute(stores, config, { execution, principal }) {
    const { channels, recipients: users, priority, title = execution.ruleName, action_url: actionUrl = null } = config;
    const notification = { title, message: config.message ?? title, actionUrl };
    if (channels.includes('in_app')) {
      await stores.alerts.create(principal, {
        ...notification,
        id: newId(),
        alertType: 'notification',
        severity: priority,
        context: {},
        source: sourceOf(execution),
        recipients: { users, roles: [] },
        resolvePrior: false,
      });
    }
    if (channels.includes('webhook')) {
      await notifyWebhook(stores, principal, { ...notification, priority, users, source: sourceOf(execution) });
    }
    return { port: 'success', output: { channels } };
  },
};

/** Sends an email. Without an SMTP server it is captured: the step keeps it. */
export const sendEmail: RuleActionHandler<ActionConfigOf<'send_email'>> = {
  kind: 'external',
  async execute({ mail }, config, { signal }) {
    const { recipients: to, cc = [], bcc = [], subject, body, is_html: isHtml, reply_to: replyTo } = config;
    for (const address of [...to, ...cc, ...bcc, replyTo ?? []].flat()) requireAddress(address);
    const sent = await mail.send({ to, cc, bcc, subject, body, isHtml, replyTo }, signal);
    return { port: 'success', output: { is_captured: sent.isCaptured, message_id: sent.messageId } };
  },
};

/** Writes an entry to the audit log. */
export const logAuditEntry: RuleActionHandler<ActionConfigOf<'log_audit_entry'>> = {
  kind: 'stored',
  async execute({ audit }, config, { execution, principal }) {
    const { entity_name: entity, action, message, entity_id: entityId, metadata = {} } = config;
    const details = { entity, entityId: entityId ?? null, action, message, metadata, executionId: execution.id };
    await audit.append(principal, { kind: 'rule_logged', subjectId: execution.ruleId, details });
    return { port: 'success', output: null };
  },
};

/** Stores an event of the organization's webhook, whose deliverer signs and sends it. */
async function notifyWebhook(
  { inboxWebhooks, users }: Pick<Stores, 'inboxWebhooks' | 'users'>,
  principal: Principal,
  { users: userIds, ...notification }: { readonly users: readonly string[] } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { organizationId } = principal;
  const members = await users.listMembers(organizationId);
  const recipients = members
    .filter(({ id }) => userIds.includes(id))
    .map(({ id, name, email }) => ({ id, name, email }));
  if (recipients.length === 0) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'recipients: none of the users is a member of the organization.',
    });
  }
  if ((await inboxWebhooks.find(principal)) === undefined) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'The organization has no webhook for the channel "webhook". An owner sets it on the page Organization.',
    });
  }
  await inboxWebhooks.notify(principal, { ...notification, organizationId, recipients });
}

/** A value of a row can look like a template, which the configuration accepts, and name several recipients. */
function requireAddress(text: string): void {
  if (z.email().safeParse(text).success) return;
  throw new AppError({ code: 'VALIDATION_ERROR', message: `"${text.slice(0, 100)}" is not an email address.` });
}

function sourceOf({ id, ruleId, ruleName, event: { entity, entityKey } }: RuleExecution) {
  return { entity, entityId: entityKey, ruleId, ruleName, executionId: id };
}
