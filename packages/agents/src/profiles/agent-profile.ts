import type { BoundTool, LoopHooks, LoopOptions, ToolSelection } from '@shipmate/core';
import type { ContextType } from '@shipmate/domain';
import type { ApprovalPolicy } from '../approval/approval-gate.ts';
import type { PromptContext } from '../prompts/prompt-context.ts';

/** What an agent of one kind is told, which tools it has and how far it may go. */
export interface AgentProfile extends ToolSelection {
  readonly contextType: ContextType;
  /** Whether a question has to name a workspace, or must not. Default: it may. */
  readonly workspace?: 'required' | 'refused';
  /** Categories that count only where some of their tools are registered. */
  readonly optionalToolCategories?: readonly string[];
  /** The system prompt. */
  instructions(context: PromptContext): string;
  /** Where it takes part in the loop. Called once a run: hooks may remember what they did in it. */
  hooks?(context: PromptContext, tools: readonly BoundTool[]): LoopHooks;
  /** When a person is asked before a tool is called. */
  readonly approval: ApprovalPolicy;
  readonly limits: Pick<LoopOptions, 'maxIterations' | 'toolTimeoutMs' | 'maxResultChars'>;
}
