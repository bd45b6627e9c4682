import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import { z } from 'zod';
import { alertListSchema, alertsToModel, recipientNames } from './alert-list.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const getAlertDetail = defineTool({
  name: 'get_alert_detail',
  description: 'Returns an alert in full: its row, rule, context, recipients and acknowledgments.',
  effect: 'read',
  input: () => z.object({ alert_id: z.string().max(200).describe('UUID of the alert, from a list of alerts') }),
  output: alertListSchema.shape.results.element.extend({
    alert_type: z.string(),
    context: z.record(z.string(), z.json()),
    source_entity_name: z.string().nullable(),
    source_entity_id: z.string().nullable(),
    source_rule_id: z.string().nullable(),
    source_rule_name: z.string().nullable(),
    action_url: z.string().nullable(),
    acknowledgments: z.array(z.object({ by: z.string(), at: z.string(), notes: z.string().nullable() })),
  }),
  async execute({ alert_id: id }, { ports, principal }: ToolContext<Pick<WorkflowToolPorts, 'ruleAlerts'>>) {
    const isUuid: boolean = isId(id);
    if (!isUuid) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: `alert_id: is a UUID of 36 characters, and this has ${id.length}. Take the id from list_my_alerts.`,
        details: { field: 'alert_id' },
      });
    }
    const alert = await ports.ruleAlerts.get(principal, id);
    const { source, acknowledgments } = alert;
    return {
      id,
      alert_type: alert.alertType,
      title: alert.title,
      message: alert.message,
      severity: alert.severity,
      status: alert.status,
      created_at: alert.createdAt.toISOString(),
      recipients: recipientNames(alert),
      context: JSON.parse(JSON.stringify(alert.context)) as Record<string, z.core.util.JSONType>,
      source_entity_name: source.entity,
      source_entity_id: source.entityId,
      source_rule_id: source.ruleId,
      source_rule_name: source.ruleName,
      action_url: alert.actionUrl,
      acknowledgments: acknowledgments.map(({ userName, at, notes }) => ({
        by: userName,
        at: at.toISOString(),
        notes,
      })),
    };
  },
  toModel: alertsToModel,
});
