import { AppError } from '@shipmate/core';
import { newId } from '@shipmate/domain';
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

/** Sends a notification as an alert of the type `notification`. Push and SMS have no provider. */
export const sendNotification: RuleActionHandler<ActionConfigOf<'send_notification'>> = {
  kind: 'stored',
  async execute({ alerts }, config, { execution, principal }) {
    const missing = config.channels.filter((channel) => channel !== 'in_app');
    if (missing.length > 0) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: `No provider is configured for ${missing.join(' and ')}. Use the channel in_app.`,
      });
    }
    const title = config.title ?? execution.ruleName;
    await alerts.create(principal, {
      id: newId(),
      alertType: 'notification',
      severity: config.priority,
      title,
      message: config.message ?? title,
      context: {},
      actionUrl: config.action_url ?? null,
      source: sourceOf(execution),
      recipients: { users: config.recipients, roles: [] },
      resolvePrior: false,
    });
    return { port: 'success', output: { channels: config.channels } };
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

/** A value of a row can look like a template, which the configuration accepts, and name several recipients. */
function requireAddress(text: string): void {
  if (z.email().safeParse(text).success) return;
  throw new AppError({ code: 'VALIDATION_ERROR', message: `"${text.slice(0, 100)}" is not an email address.` });
}

function sourceOf({ id, ruleId, ruleName, event: { entity, entityKey } }: RuleExecution) {
  return { entity, entityId: entityKey, ruleId, ruleName, executionId: id };
}
