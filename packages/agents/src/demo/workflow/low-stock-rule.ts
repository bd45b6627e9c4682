import { AppError } from '@shipmate/core';
import type { DemoSteps } from '../demo-steps.ts';
import { callTool } from './call-tool.ts';

const entityName = 'inventory.inventory_items';
const ruleName = 'Low stock alert';
const defaultThreshold = 10;

/** Tests whether a message asks for a rule about low stock. */
export function isLowStockRequest(question: string): boolean {
  return /\b(stock|inventory)\b.*\b(low|below|under|less|drops?|falls?|alert)\b|\blow[- ]stock\b/i.test(question);
}

/** Builds the rule, or changes the one of that name, and sends a preview. */
export function* buildLowStockRule(question: string): DemoSteps<readonly string[]> {
  const threshold = Number(/\b\d{1,6}\b/.exec(question)?.[0] ?? defaultThreshold);
  const { entities } = yield* callTool('discover_entities', {}, 'Let me look up the entity and the existing rules.');
  const entity = entities.find(({ name }) => name === entityName);
  if (!entity) throw new AppError({ code: 'NOT_FOUND', message: `There is no entity "${entityName}" here.` });
  const { results } = yield* callTool('list_workflow_rules', {});
  const existing = results.find(({ name }) => name.toLowerCase() === ruleName.toLowerCase());
  const ids = existing === undefined ? new Map<string, string>() : yield* readActionIds(existing.id);
  const description = existing
    ? `Alert the owners when the quantity of an inventory item drops below ${threshold}. Replaces the current steps.`
    : `Alert the owners when the quantity of an inventory item drops below ${threshold}.`;
  const workflow = toPayload(threshold, ids);
  const input = { ...(existing && { workflow_id: existing.id }), workflow, description };
  const { warnings } = yield* callTool('preview_workflow', input, 'I build the rule and send you a preview.');
  return [
    `I sent you a preview of **${ruleName}**${existing ? ', as a change of the rule of that name' : ''}. Accept it to save the rule. It:`,
    `- starts when a row of \`${entityName}\` is updated\n- checks whether its quantity is below ${threshold}\n- if so, creates a high-severity alert for the owners`,
    ...(warnings.length > 0 ? [`Warnings:\n\n${warnings.map((warning) => `- ${warning}`).join('\n')}`] : []),
  ];
}

function* readActionIds(ruleId: string): DemoSteps<ReadonlyMap<string, string>> {
  const { rule } = yield* callTool('get_workflow_rule', { workflow_id: ruleId });
  return new Map(rule.actions.map(({ id, name }) => [name, id]));
}

function toPayload(threshold: number, ids: ReadonlyMap<string, string>) {
  const named = (name: string) => ({ name, ...(ids.has(name) && { id: ids.get(name) }) });
  return {
    name: ruleName,
    description: `Alerts the owners when an inventory item has fewer than ${threshold} pieces left.`,
    is_active: true,
    entity: entityName,
    trigger_type: 'on_update',
    actions: [
      {
        ...named('Check stock'),
        action_type: 'evaluate_condition',
        action_config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: threshold }] },
      },
      {
        ...named('Send alert'),
        action_type: 'create_alert',
        action_config: {
          alert_type: 'low_stock',
          severity: 'high',
          title: 'Low stock in {{warehouse}}',
          message: 'Only {{quantity}} pieces are left in the warehouse {{warehouse}}.',
          recipients: { roles: ['owner'] },
          resolve_prior: true,
        },
        after: 'Check stock:true',
      },
    ],
  };
}
