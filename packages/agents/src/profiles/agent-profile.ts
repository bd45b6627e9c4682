import type { BoundTool, LoopHooks, LoopOptions, ToolSelection } from '@shipmate/core';
import type { ContextType } from '@shipmate/domain/conversation';
import type { ApprovalPolicy } from '../approval/approval-gate.ts';
import type { PromptContext } from '../prompts/prompt-context.ts';

/** The prompt, tools, approval policy and limits of one kind of agent. */
export interface AgentProfile extends ToolSelection {
  readonly contextType: ContextType;
  /** Requires or refuses a workspace in a question. Default: a workspace is optional. */
  readonly workspace?: 'required' | 'refused';
  /** Categories that are included only if some of their tools are registered. */
  readonly optionalToolCategories?: readonly string[];
  /** Names of tools that are included if they are registered. */
  readonly optionalTools?: readonly string[];
  /** The system prompt. */
  instructions(context: PromptContext): string;
  /** Creates its hooks of the loop. Called once a run, so hooks may hold state. */
  hooks?(context: PromptContext, tools: readonly BoundTool[]): LoopHooks;
  /** Determines which calls need a person's approval. */
  readonly approval: ApprovalPolicy;
  readonly limits: Pick<LoopOptions, 'maxIterations' | 'toolTimeoutMs' | 'maxResultChars'>;
}
