import type { Clock, ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { MailPort, WebhookPort } from '@shipmate/tools';

/** The ports of actions that reach outside the database. */
export interface RuleActionPorts {
  readonly tools: ToolRegistry;
  readonly mail: MailPort;
  readonly webhooks: WebhookPort;
}

/** Ports for executions of rules. */
export interface RuleExecutionPorts extends RuleActionPorts {
  readonly unitOfWork: UnitOfWork;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
}
