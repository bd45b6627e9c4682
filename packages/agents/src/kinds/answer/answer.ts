import {
  addCost,
  addUsage,
  runToolLoop,
  type AgenticResult,
  type BoundTool,
  type ChatModel,
  type Logger,
  type LoopEvent,
  type LoopOptions,
  type Message,
  type Principal,
  type ToolExecutionContext,
  type ToolRegistry,
} from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { ConversationRun } from '@shipmate/domain/run';
import { costOf } from '@shipmate/providers';
import { observeLoop } from '@shipmate/runtime';
import { describeChartContext, toChartContext } from '@shipmate/tools/chart';
import { describeAnswerLanguage } from '../../hooks/answer-language.ts';
import type { WrittenLanguage } from '../../prompts/written-language.ts';
import type { AgentProfile } from '../../profiles/agent-profile.ts';
import { toolsOf } from '../../profiles/tools-of.ts';
import { createMcpTools, type McpToolResources } from '../../tools/mcp-tools.ts';
import { describeDiagrams, type DiagramReader } from '../../prompts/describe-diagrams.ts';
import { describePlan } from '../../prompts/describe-plan.ts';
import type { PromptContext } from '../../prompts/prompt-context.ts';
import type { RunOutcome } from '../../run/settle/end-run.ts';
import type { AnswerResult } from './to-answer-ending.ts';
import type { RunBudget } from '../../run/budget/run-budget.ts';
import type { LoopRecording } from './record-loop.ts';
import { toTextMessages, type RunProgress } from './run-progress.ts';

/** The checkout in which the tools of a run work. */
export type ToolPlace = Pick<ToolExecutionContext, 'workspaceDir' | 'repositoryUrl' | 'branch' | 'projectId'>;

/** A run with the resources to answer its question. */
export interface Question {
  readonly run: ConversationRun;
  readonly principal: Principal;
  readonly profile: AgentProfile;
  readonly model: ChatModel;
  /** Models that take over, in order, when the model keeps failing. */
  readonly fallbackModels: readonly ChatModel[];
  readonly tools: ToolRegistry;
  readonly progress: RunProgress;
  readonly unitOfWork: UnitOfWork;
  readonly logger: Logger;
  /** Aborts when the run is stopped, and when this process may not continue it. */
  readonly signal: AbortSignal;
  readonly recording: LoopRecording;
  readonly spending: RunBudget;
  readonly approve: NonNullable<LoopOptions['approve']>;
  readonly answerLanguage?: WrittenLanguage | undefined;
  readonly codeMaps?: DiagramReader | undefined;
  /** Calls the MCP servers of the organization. Default: none. */
  readonly mcp?: McpToolResources['mcp'] | undefined;
  /** Default: the tools work in no checkout. */
  readonly place?: ToolPlace | undefined;
}

/** The result of the loop; `isWaiting` is true when one of its calls waits for a decision. */
export type Answer = { readonly result: AnswerResult; readonly isWaiting: boolean };

/** Runs the tool loop of an agent. Content before a failure or a stop is kept. @throws AppError when the loop could not begin */
export async function answer(question: Question): Promise<Answer> {
  const { run, principal, profile, model, tools, progress, logger, signal, unitOfWork, mcp } = question;
  const { history, messages, pending, turnsTaken } = progress;
  const { conversationId, workspaceId } = run;
  const unfinished = createUnfinishedText();
  const mcpTools = mcp ? await createMcpTools({ unitOfWork, mcp }, principal, profile.contextType) : [];
  const ownTools = [...toolsOf(profile, tools), ...mcpTools];
  const promptContext = await toPromptContext(question, ownTools);
  const telemetry = observeLoop({ agentName: profile.contextType, conversationId, runId: run.id, costOf });
  const result = await runToolLoop(model, {
    ...profile.limits,
    systemPrompt: describeAnswerLanguage(profile.instructions(promptContext), question.answerLanguage),
    messages: [...history, ...messages],
    turnsTaken,
    ...(pending && { pending }),
    tools: telemetry.activate(ownTools),
    ...(profile.hooks && { hooks: profile.hooks(promptContext, ownTools) }),
    context: {
      taskId: run.id,
      runId: run.id,
      userId: principal.userId,
      principal,
      logger,
      conversationId,
      ...question.place,
      ...(workspaceId === null ? {} : { workspaceId }),
    },
    operation: 'chat',
    signal,
    costOf,
    fallbackModels: question.fallbackModels,
    approve: question.approve,
    budget: question.spending.budget,
    journal: question.spending.follow(question.recording.journal),
    onEvent(event) {
      telemetry.onEvent(event);
      unfinished.observe(event);
      question.recording.onEvent(event);
      if (event.type === 'turn_restarted' && event.reason === 'fallback') {
        logger.warn('fallback model takes over', { model: event.model, error: event.error });
      }
    },
  });
  if (result.error && !signal.aborted) logger.warn('model failed', { error: result.error });
  const costUsd = addCost(progress.costUsd, result.costUsd);
  const answered = {
    outcome: toOutcome({ ...result, usage: addUsage(progress.usage, result.usage) }, signal),
    messages: [...messages, ...result.newMessages, ...unfinished.messages()],
    ...(costUsd !== undefined && { costUsd }),
  };
  return { result: answered, isWaiting: result.stopReason === 'approval' };
}

async function toPromptContext(
  { unitOfWork, principal, profile, run, answerLanguage, place, codeMaps }: Question,
  tools: readonly BoundTool[],
): Promise<PromptContext> {
  const { workspaceId, conversationId, persona } = run;
  const { workspaces, plans, clientConversations } = unitOfWork.stores;
  const clientContext = await clientConversations.findContext(principal, conversationId);
  const { repositoryUrl: repository, branch } = place ?? {};
  const checkout = repository === undefined || branch === undefined ? undefined : { repository, branch };
  const toolNames = tools.map(({ name }) => name);
  const diagrams =
    codeMaps && profile.contextType === 'diagram'
      ? await describeDiagrams(codeMaps, principal, clientContext)
      : undefined;
  const context = { clientContext, persona, answerLanguage, checkout, toolNames, diagrams };
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
  if (signal.aborted && stopReason !== 'final') return { status: 'cancelled', stopReason: 'aborted', usage };
  if (error) return { status: 'failed', stopReason, usage, error: { code: error.code, message: error.message } };
  return { status: 'completed', stopReason, usage };
}

/** An ended turn has its text in its message; a restarted turn discards it. */
function isTextVoidedBy({ type }: LoopEvent): boolean {
  return type === 'turn_start' || type === 'turn_restarted' || type === 'turn_end';
}

/** Collects the text of the turn that has not ended, as readers have seen it. */
function createUnfinishedText(): { observe(event: LoopEvent): void; messages(): readonly Message[] } {
  let text = '';
  return {
    observe(event) {
      if (isTextVoidedBy(event)) text = '';
      else if (event.type === 'content_delta') text += event.text;
    },
    messages: () => toTextMessages(text),
  };
}
