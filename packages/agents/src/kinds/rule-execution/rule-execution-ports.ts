import type { Clock, ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { RunModels } from '../../run/budget/run-models.ts';
import type { MailPort, WebhookPort } from '@shipmate/tools';

/** The ports of actions that reach outside the database. */
export interface RuleActionPorts {
  readonly tools: ToolRegistry;
  readonly mail: MailPort;
  readonly webhooks: WebhookPort;
  /** The models of agents that rules run. */
  readonly models: Pick<RunModels, 'get'>;
}

/** Ports for executions of rules. */
export interface RuleExecutionPorts extends RuleActionPorts {
  readonly unitOfWork: UnitOfWork;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
}
