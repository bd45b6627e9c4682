import { defineTool, type ToolContext } from '@shipmate/core';
import { alertListInput, alertListSchema, alertsToModel, toAlertList, toAlertQuery } from './alert-list.ts';
import { requireRule, ruleReference } from './find-rule.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const listAlertsForRule = defineTool({
  name: 'list_alerts_for_rule',
  description:
    'Lists the alerts of a rule, newest first; the active ones by default. `rule` says which rule this is: a name can be replaced by ' +
    'the rule that the user has open.',
  effect: 'read',
  input: alertListInput.omit({ severity: true }).extend({ workflow_id: ruleReference.optional() }),
  output: alertListSchema,
  async execute({ workflow_id: reference, ...input }, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    const { id, name } = await requireRule(ports.workflowRules, principal, reference);
    const query = toAlertQuery(input);
    const page = await ports.ruleAlerts.listForRule(principal, id, query);
    return { rule: { id, name }, ...toAlertList(page, query.offset) };
  },
  toModel: alertsToModel,
});
