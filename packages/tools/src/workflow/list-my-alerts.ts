import { defineTool, type ToolContext } from '@shipmate/core';
import { alertListInput, alertListSchema, alertsToModel, toAlertList, toAlertQuery } from './alert-list.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const listMyAlerts = defineTool({
  name: 'list_my_alerts',
  description: 'Lists the alerts that rules sent to the user, newest first; the active ones by default.',
  effect: 'read',
  input: alertListInput,
  output: alertListSchema,
  async execute(input, { ports, principal }: ToolContext<Pick<WorkflowToolPorts, 'ruleAlerts'>>) {
    const query = toAlertQuery(input);
    return toAlertList(await ports.ruleAlerts.listForMe(principal, query), query.offset);
  },
  toModel: alertsToModel,
});
