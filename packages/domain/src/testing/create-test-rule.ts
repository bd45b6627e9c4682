import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { matchEvents } from '../use-cases/match-events.ts';
import { maxRuleDepth, type RuleDefinition, toValueText } from '../workflow/index.ts';

/** Returns a rule that alerts the owners when the stock is low. */
export function defineLowStockRule({ name = 'Low stock alert', threshold = 10 } = {}): RuleDefinition {
  const [check, alert] = [newId(), newId()];
  return {
    name,
    description: '',
    isActive: true,
    entity: 'inventory.inventory_items',
    trigger: 'on_update',
    triggerConditions: [],
    actions: [
      {
        id: check,
        name: 'Check stock',
        description: '',
        type: 'evaluate_condition',
        config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: threshold }] },
        isActive: true,
      },
      {
        id: alert,
        name: 'Send alert',
        description: '',
        type: 'create_alert',
        config: {
          alert_type: 'low_stock',
          severity: 'high',
          title: 'Low stock',
          message: 'Only {{quantity}} left.',
          recipients: { roles: ['owner'] },
        },
        isActive: true,
      },
    ],
    edges: [
      { kind: 'start', source: null, target: check, output: null, order: 0 },
      { kind: 'sequence', source: check, target: alert, output: 'true', order: 1 },
    ],
  };
}

/** Stores a rule, a preview of another one, an alert, and a row that started the rule. */
export async function createTestRule(unitOfWork: UnitOfWork, principal: Principal) {
  const { stores } = unitOfWork;
  const rule = await stores.rules.create(principal, { id: newId(), definition: defineLowStockRule() });
  const preview = await stores.rulePreviews.create(principal, {
    id: newId(),
    runId: null,
    ruleId: null,
    baseRevision: null,
    description: 'Alert on low stock',
    definition: defineLowStockRule({ name: 'Other' }),
  });
  const alert = await stores.alerts.create(principal, {
    id: newId(),
    alertType: 'low_stock',
    severity: 'high',
    title: 'Low stock',
    message: 'Only 3 left.',
    context: {},
    actionUrl: null,
    source: { entity: null, entityId: null, ruleId: rule.id, ruleName: rule.name, executionId: null },
    recipients: { users: [principal.userId], roles: [] },
    resolvePrior: false,
  });
  const { id: productId = null } = await stores.entityRows.create(principal, 'inventory.products', {
    values: { sku: newId(), name: 'Bolt' },
  });
  const item = await stores.entityRows.create(principal, 'inventory.inventory_items', {
    values: { product_id: productId, quantity: 30 },
  });
  const rowKey = toValueText(item['id'] ?? null);
  await stores.entityRows.update(principal, 'inventory.inventory_items', { key: rowKey, values: { quantity: 20 } });
  await matchEvents(unitOfWork, 100);
  const [execution] = await stores.ruleExecutions.listForRule(principal, rule.id, { offset: 0, limit: 1 });
  const executionId = execution?.id ?? '';
  const cause = { executionId: newId(), depth: maxRuleDepth };
  await stores.entityRows.create(principal, 'core.tasks', { values: { title: 'At the end of a chain' }, cause });
  await matchEvents(unitOfWork, 100);
  const { events } = await stores.ruleEvents.listDead(principal, { offset: 0, limit: 1 });
  const eventId = events[0]?.id ?? '';
  return { ruleId: rule.id, previewId: preview.id, alertId: alert.id, rowKey, executionId, eventId };
}
