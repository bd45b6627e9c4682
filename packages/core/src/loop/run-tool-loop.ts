import type { ChatModel } from '../model/chat-model.ts';
import type { AgenticResult } from './agentic-result.ts';
import type { RunToolLoopConfig } from './tool-loop-config.ts';

/**
 * Lets a model work with tools until it answers.
 *
 * In each turn the model answers, its tool calls run, and their results go back to it. At a limit, or when the calls make no
 * progress, one last turn withholds the tools, so that every run ends with an answer. The loop returns for every outcome, with
 * the reason in `stopReason` and with everything that it spent and did.
 *
 * @throws AppError `VALIDATION_ERROR` for a configuration that cannot work, before anything is spent.
 */
export async function runToolLoop<Output = undefined>(
  model: ChatModel,
  config: RunToolLoopConfig<Output>,
): Promise<AgenticResult<Output>> {
  // More than half of this package, which a process without a model does not need.
  const { runLoop } = await import('./loop-run.ts');
  return runLoop(model, config);
}
