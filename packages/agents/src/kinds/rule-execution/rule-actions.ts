import { type ActionConfigOf, type ActionTypeName, actionTypesByName } from '@shipmate/domain/workflow';
import { delay, evaluateCondition, seekApproval } from './actions/control-actions.ts';
import { checkInventory, reserveInventory } from './actions/inventory-actions.ts';
import { createAlert, logAuditEntry, sendEmail, sendNotification } from './actions/message-actions.ts';
import { runAgent } from './actions/agent-actions.ts';
import { callTool, callWebhook } from './actions/outside-actions.ts';
import { createEntity, lookupEntity, transitionStatus, updateField } from './actions/row-actions.ts';
import type { RuleActionHandler } from './rule-action.ts';

type Handlers = { readonly [Name in ActionTypeName]: RuleActionHandler<ActionConfigOf<Name>> };

/** The execution of every action type; a type without one is a compile error. */
const handlers: Handlers = {
  create_alert: createAlert,
  send_email: sendEmail,
  send_notification: sendNotification,
  evaluate_condition: evaluateCondition,
  update_field: updateField,
  create_entity: createEntity,
  lookup_entity: lookupEntity,
  transition_status: transitionStatus,
  log_audit_entry: logAuditEntry,
  delay,
  seek_approval: seekApproval,
  call_webhook: callWebhook,
  check_inventory: checkInventory,
  reserve_inventory: reserveInventory,
  call_tool: callTool,
  run_agent: runAgent,
};

/** An action type with its execution; both agree on the configuration. */
export interface ExecutableActionType {
  readonly type: (typeof actionTypesByName)[ActionTypeName];
  readonly handler: RuleActionHandler<unknown>;
}

/** Finds an action type with its execution. */
export function findExecutable(name: string): ExecutableActionType | undefined {
  if (!Object.hasOwn(actionTypesByName, name)) return undefined;
  const known = name as ActionTypeName;
  return { type: actionTypesByName[known], handler: handlers[known] as RuleActionHandler<unknown> };
}
