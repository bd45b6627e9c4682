import type { BoundTool } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { RunModels } from '../run/budget/run-models.ts';

/**
 * Ports that every flow uses.
 * A flow runs several steps for a user behind one tool of its own name, so that chat, HTTP and jobs call it in the same
 * way. Declare it with `defineTool`, give it these ports plus the ports that only it needs, and add it to
 * `flow-tools.ts`. `consultModel` provides the model's answers; the flow makes all changes itself.
 */
export interface FlowPorts {
  readonly models: RunModels;
  readonly unitOfWork: UnitOfWork;
  /** Tools that the flow's model may call. Tools with an effect beyond reading are withheld from the model. */
  readonly tools: readonly BoundTool[];
}
