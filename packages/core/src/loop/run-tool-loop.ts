import { Course } from '../call/course.ts';
import { ResultReader } from '../call/result-reader.ts';
import { ToolCallAnswerer } from '../call/tool-call-answerer.ts';
import { Toolbox } from '../call/toolbox.ts';
import { toAppError } from '../error/app-error.ts';
import { toolCallsOf } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { CallIds } from '../turn/call-ids.ts';
import { ModelChain } from '../turn/model-chain.ts';
import { takeTurn } from '../turn/take-turn.ts';
import type { AgenticResult } from './agentic-result.ts';
import { answerCalls } from './answer-calls.ts';
import { ContextWindow } from './context-window.ts';
import { Conversation } from './conversation.ts';
import { endingAfter, type Ending } from './ending.ts';
import { Ledger } from './ledger.ts';
import type { LoopParts } from './loop-parts.ts';
import { toLoopSettings, type LoopSettings } from './loop-settings.ts';
import type { OpenTurn } from './pending-turn.ts';
import { planTurn } from './plan-turn.ts';
import { toResult } from './to-result.ts';
import type { RunToolLoopConfig } from './tool-loop-config.ts';

/**
 * Lets a model work with tools until it answers in words.
 *
 * Each turn the model speaks, its tool calls are run, and their results go back to it. When a limit is reached, or the calls
 * lead nowhere, one last turn withholds the tools, so that there is an answer all the same. The loop returns for every
 * outcome: `stopReason` says for which, and everything that was spent and done is in the result.
 *
 * @throws AppError `VALIDATION_ERROR` when the configuration cannot work; nothing was spent then.
 */
export async function runToolLoop<Output = undefined>(
  model: ChatModel,
  config: RunToolLoopConfig<Output>,
): Promise<AgenticResult<Output>> {
  const settings = toLoopSettings(model, config);
  const parts = createParts(settings, new Conversation(config.messages));
  let ending: Ending | undefined = parts.ledger.exhausted();
  try {
    if (settings.pending !== undefined) ending = await resumeTurn(parts, settings.pending, ending);
    while (ending === undefined) ending = settings.signal.aborted ? { stopReason: 'aborted' } : await runTurn(parts);
  } catch (thrown) {
    parts.conversation.close();
    ending = { stopReason: 'model_error', error: toAppError(thrown) };
  } finally {
    settings.waits.close();
  }
  return toResult(parts, ending, settings.finish?.answer());
}

/** Goes on with a turn that was left open: its calls are answered. */
async function resumeTurn(
  parts: LoopParts,
  pending: OpenTurn,
  ending: Ending | undefined,
): Promise<Ending | undefined> {
  parts.conversation.addAnswer(pending.message);
  return answerCalls(parts, pending, ending);
}

/** One turn: the model speaks and its calls are answered. It says how the run ends, once it does. */
async function runTurn(parts: LoopParts): Promise<Ending | undefined> {
  const { settings, ledger, conversation, course, chain } = parts;
  const closing = ledger.closing() ?? course.closing;
  const before = conversation.messages.length;
  const plan = await planTurn(parts, closing);
  const { turn, wrapUp } = plan;

  ledger.beginTurn();
  settings.emit({ type: 'turn_start', turn, model: chain.model.id, wrapUp });
  const { message, finish, error } = await takeTurn(plan, parts);
  if (message === undefined) return { stopReason: 'model_error', error };
  conversation.addAnswer(message);
  if (settings.journal !== undefined) {
    const added = conversation.messages.slice(before);
    await settings.journal.turnEnded({ turn, message, finish, added, steps: ledger.stepsOf(turn) });
  }
  settings.emit({ type: 'turn_end', turn, finish, usage: ledger.usageOf(turn), message });

  const hasCalls = toolCallsOf(message).length > 0;
  const ending = endingAfter({ finish, hasCalls, wrapUp, closing, error });
  return answerCalls(parts, { turn, message, answers: [] }, ending);
}

function createParts(settings: LoopSettings, conversation: Conversation): LoopParts {
  const ledger = new Ledger(settings);
  const toolbox = new Toolbox(settings.tools, settings.context.logger);
  const course = new Course(settings);
  const reader = new ResultReader(toolbox, settings.maxResultChars);
  const known = settings.pending === undefined ? [] : [settings.pending.message];
  const chain = new ModelChain(settings, ledger, new CallIds([...conversation.messages, ...known]));
  const window = new ContextWindow({ settings, ledger, conversation, chain, reader });
  const answerer = new ToolCallAnswerer({ settings, toolbox, ledger, course, reader });
  return { settings, conversation, ledger, toolbox, course, chain, window, answerer };
}
