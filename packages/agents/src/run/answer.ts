import {
  runToolLoop,
  toAppError,
  type AgenticResult,
  type BoundTool,
  type ChatModel,
  type Logger,
  type LoopEvent,
  type Message,
  type Principal,
  type ToolRegistry,
} from '@shipmate/core';
import type { Run, UnitOfWork } from '@shipmate/domain';
import { describeChartContext, toChartContext } from '@shipmate/tools/chart';
import type { AgentProfile } from '../profiles/agent-profile.ts';
import { toolsOf } from '../profiles/tools-of.ts';
import { describePlan } from '../prompts/describe-plan.ts';
import type { PromptContext } from '../prompts/prompt-context.ts';
import type { RunOutcome } from './end-run.ts';

/** A question with everything that is needed to answer it. */
export interface Question {
  readonly run: Run;
  readonly principal: Principal;
  readonly profile: AgentProfile;
  readonly model: ChatModel;
  readonly tools: ToolRegistry;
  /** It ends with the question. */
  readonly history: readonly Message[];
  readonly unitOfWork: UnitOfWork;
  readonly logger: Logger;
  /** Fires with an `AppError` as its reason; `ABORTED` means that the person wanted it. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: LoopEvent) => void;
}

/** What was said and how it ended. */
export interface Answer {
  readonly outcome: RunOutcome;
  readonly messages: readonly Message[];
}

/** Lets the agent answer. What was said before a failure or a stop is kept. @throws AppError when it could not begin. */
export async function answer(question: Question): Promise<Answer> {
  const { run, principal, profile, model, tools, history, logger, signal } = question;
  const { conversationId, workspaceId } = run;
  const unfinished = createUnfinishedText();
  const ownTools = toolsOf(profile, tools);
  const promptContext = await toPromptContext(question, ownTools);
  const result = await runToolLoop(model, {
    ...profile.limits,
    systemPrompt: profile.instructions(promptContext),
    messages: history,
    tools: ownTools,
    ...(profile.hooks && { hooks: profile.hooks(promptContext) }),
    context: {
      taskId: run.id,
      runId: run.id,
      userId: principal.userId,
      principal,
      logger,
      conversationId,
      ...(workspaceId === null ? {} : { workspaceId }),
    },
    operation: 'chat',
    signal,
    onEvent(event) {
      unfinished.observe(event);
      question.onEvent(event);
    },
  });
  if (result.error) logger.warn('model failed', { error: result.error });
  return { outcome: toOutcome(result, signal), messages: [...result.newMessages, ...unfinished.messages()] };
}

async function toPromptContext(
  { unitOfWork, principal, run }: Question,
  tools: readonly BoundTool[],
): Promise<PromptContext> {
  const { workspaceId, conversationId, persona } = run;
  const { workspaces, plans, clientConversations } = unitOfWork.stores;
  const clientContext = await clientConversations.findContext(principal, conversationId);
  const context = { clientContext, persona, toolNames: tools.map(({ name }) => name) };
  if (workspaceId === null) return context;
  const detail = await workspaces.getDetail(principal, workspaceId);
  const plan = await plans.findAppliedBy(principal, run.id);
  return {
    ...context,
    chartContext: describeChartContext(toChartContext(detail)),
    ...(plan && { plan: describePlan(plan) }),
  };
}

function toOutcome({ stopReason, usage, error }: AgenticResult, signal: AbortSignal): RunOutcome {
  if (stopReason === 'aborted') {
    const { code, message } = toAppError(signal.reason);
    if (code === 'ABORTED') return { status: 'cancelled', stopReason, usage };
    return { status: 'failed', stopReason, usage, error: { code, message } };
  }
  if (error) return { status: 'failed', stopReason, usage, error: { code: error.code, message: error.message } };
  return { status: 'completed', stopReason, usage };
}

/** A turn that ends keeps its words in its message; one that begins again takes them back. */
function isTextVoidedBy({ type }: LoopEvent): boolean {
  return type === 'turn_start' || type === 'turn_restarted' || type === 'turn_end';
}

/** Collects the words of a turn that has not ended, as a reader has seen them. */
function createUnfinishedText(): { observe(event: LoopEvent): void; messages(): readonly Message[] } {
  let text = '';
  return {
    observe(event) {
      if (isTextVoidedBy(event)) text = '';
      else if (event.type === 'content_delta') text += event.text;
    },
    messages: () => (text.trim() === '' ? [] : [{ role: 'assistant', content: [{ type: 'text', text }] }]),
  };
}
