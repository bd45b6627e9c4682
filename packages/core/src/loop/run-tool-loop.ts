import type { AppError } from '../error/app-error.ts';
import { textOf, toolCallsOf, type Message } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { addUsage, noUsage } from '../model/usage.ts';
import { toAITool } from '../tool/to-ai-tool.ts';
import type { AgenticResult, ToolCallRecord } from './agentic-result.ts';
import { CallIds, TurnCallIds } from './call-ids.ts';
import type { ModelStep } from './model-step.ts';
import { toLoopSettings } from './loop-settings.ts';
import type { StopReason } from './stop-reason.ts';
import { takeTurn } from './take-turn.ts';
import { ToolCallAnswerer } from './tool-call-answerer.ts';
import type { RunToolLoopConfig } from './tool-loop-config.ts';
import { toValidHistory } from './valid-history.ts';

/**
 * Lets a model work with tools until it answers in words.
 *
 * Each turn the model speaks, its tool calls are run, and their results go back to it. The last turn that `maxIterations`
 * allows withholds the tools, so that a limit still yields an answer. The loop returns for every outcome: `stopReason` says
 * for which, and everything that was spent and done is in the result.
 *
 * @throws AppError `VALIDATION_ERROR` when the configuration cannot work; nothing was spent then.
 */
export async function runToolLoop(model: ChatModel, config: RunToolLoopConfig): Promise<AgenticResult> {
  const settings = toLoopSettings(config);
  const { signal, emit, maxIterations } = settings;
  const baseRequest = toBaseRequest(config);
  const messages: Message[] = toValidHistory(config.messages);
  const given = messages.length;
  const steps: ModelStep[] = [];
  const callIds = new CallIds(messages);
  const toolCallsExecuted: ToolCallRecord[] = [];
  let usage = noUsage;
  let finalMessage = '';
  let iterations = 0;

  const end = (stopReason: StopReason, error?: AppError): AgenticResult => {
    const failure = error === undefined ? {} : { error };
    const totalTokens = { input: usage.inputTokens, output: usage.outputTokens };
    emit({ type: 'loop_end', stopReason, usage, ...failure });
    const newMessages = messages.slice(given);
    return {
      finalMessage,
      iterations,
      toolCallsExecuted,
      totalTokens,
      stopReason,
      messages,
      newMessages,
      steps,
      usage,
      ...failure,
    };
  };

  while (!signal.aborted) {
    const turn = iterations++;
    const isLast = iterations >= maxIterations;
    const wrapUp = isLast && config.tools.length > 0;
    const request = { ...baseRequest, messages: [...messages], ...(wrapUp && { toolChoice: 'none' as const }) };

    emit({ type: 'turn_start', turn, model: model.id, wrapUp });
    const outcome = await takeTurn(model, { turn, request, signal, emit, callIds: new TurnCallIds(callIds) });
    usage = addUsage(usage, outcome.usage);
    const { error: failure, ...said } = { error: undefined, ...outcome };
    const ended = failure === undefined ? 'finish' in said && { finish: said.finish } : { error: failure };
    steps.push({ turn, model: model.id, usage: outcome.usage, ...ended, purpose: 'turn' });
    if (outcome.error !== undefined) return signal.aborted ? end('aborted') : end('model_error', outcome.error);

    const { message, finish } = outcome;
    const calls = toolCallsOf(message);
    emit({ type: 'turn_end', turn, finish, usage: outcome.usage, message });
    if (message.content.length > 0) messages.push(message);
    finalMessage = textOf(message);

    const stopReason = stopReasonAfter(finish, calls.length, { isLast, wrapUp });
    const answerer = new ToolCallAnswerer(turn, settings);
    const answers =
      stopReason === undefined ? await answerer.run(calls) : answerer.withhold(calls, whyWithheld[stopReason]);
    const records = answers.flatMap(({ record }) => record ?? []);
    if (calls.length > 0) messages.push({ role: 'tool', content: answers.map(({ result }) => result) });
    toolCallsExecuted.push(...records);
    settings.onIteration(iterations, records);

    if (stopReason !== undefined) return end(stopReason);
  }
  return end('aborted');
}

/** What all requests of a loop share. */
function toBaseRequest(config: RunToolLoopConfig): Omit<ModelRequest, 'messages'> {
  const { systemPrompt, maxOutputTokens, temperature, operation } = config;
  return {
    ...(systemPrompt !== undefined && { system: systemPrompt }),
    ...(config.tools.length > 0 && { tools: config.tools.map(toAITool) }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(operation !== undefined && { operation }),
  };
}

type TurnStop = 'truncated' | 'refused' | 'max_iterations' | 'final';

/** Why the loop ends after a turn; `undefined` while there are calls to run. Calls count, whatever the finish reason says. */
function stopReasonAfter(
  finish: FinishReason,
  calls: number,
  { isLast, wrapUp }: { readonly isLast: boolean; readonly wrapUp: boolean },
): TurnStop | undefined {
  if (finish === 'length') return 'truncated';
  if (finish === 'content_filter') return 'refused';
  if (calls === 0) return wrapUp ? 'max_iterations' : 'final';
  return isLast ? 'max_iterations' : undefined;
}

/** What the model is told of calls that were not run because the loop ends. */
const whyWithheld: Readonly<Record<TurnStop, string>> = {
  truncated: 'the answer was cut off at the output limit, so the input may be incomplete.',
  refused: 'the answer was stopped by a content filter.',
  max_iterations: 'no tool call was allowed in this turn.',
  final: 'the run had ended.',
};
