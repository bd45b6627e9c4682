import type { z } from 'zod';
import type { AnyActionType } from './action-type.ts';
import { callTool } from './call-tool.ts';
import { callWebhook } from './call-webhook.ts';
import { checkInventory } from './check-inventory.ts';
import { createAlert } from './create-alert.ts';
import { createEntity } from './create-entity.ts';
import { delay } from './delay.ts';
import { evaluateCondition } from './evaluate-condition.ts';
import { logAuditEntry } from './log-audit-entry.ts';
import { lookupEntity } from './lookup-entity.ts';
import { reserveInventory } from './reserve-inventory.ts';
import { runAgent } from './run-agent.ts';
import { seekApproval } from './seek-approval.ts';
import { sendEmail } from './send-email.ts';
import { sendNotification } from './send-notification.ts';
import { transitionStatus } from './transition-status.ts';
import { updateField } from './update-field.ts';

/** Every action type by its name. Add one as a file and an entry here. */
export const actionTypesByName = {
  create_alert: createAlert,
  send_email: sendEmail,
  send_notification: sendNotification,
  evaluate_condition: evaluateCondition,
  update_field: updateField,
  create_entity: createEntity,
  lookup_entity: lookupEntity,
  transition_status: transitionStatus,
  log_audit_entry: logAuditEntry,
  delay: delay,
  seek_approval: seekApproval,
  call_webhook: callWebhook,
  check_inventory: checkInventory,
  reserve_inventory: reserveInventory,
  call_tool: callTool,
  run_agent: runAgent,
} as const;

/** Names of action types. */
export type ActionTypeName = keyof typeof actionTypesByName;

/** The validated configuration of an action type. */
export type ActionConfigOf<Name extends ActionTypeName> = z.output<(typeof actionTypesByName)[Name]['config']>;

/** Every action type, in the order in which they are listed. */
export const actionTypes: readonly AnyActionType[] = Object.values(actionTypesByName);

/** Finds an action type by its name. */
export function findActionType(type: string): AnyActionType | undefined {
  return actionTypes.find((each) => each.type === type);
}

/** Returns the port that is followed when an edge names none. */
export function defaultPort(type: string): string {
  return findActionType(type)?.ports[0] ?? 'success';
}
