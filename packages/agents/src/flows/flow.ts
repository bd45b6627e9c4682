import type { BoundTool, ChatModel } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';

/**
 * What flows stand on.
 *
 * A flow is several steps for a user behind one tool of its own name, so that chat, HTTP and jobs have it alike. It is declared
 * with `defineTool`, its ports are these and those that only it needs, and it is a line of `flow-tools.ts`. What its model has to
 * say comes from `consultModel`; what it does, it does itself.
 */
export interface FlowPorts {
  readonly models: { get(id?: string): ChatModel };
  readonly unitOfWork: UnitOfWork;
  /** Tools that the flow's model may call. Those that do more than read are kept from it. */
  readonly tools: readonly BoundTool[];
}
