import { summarizeToolCall } from '@shipmate/protocol/web/tool-summary';
import type { RunTrace } from '@shipmate/protocol/web/runs';
import { alignColumns } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { toRunState, toRunTitle } from './describe-run.ts';

/** Prints a run for a person: its facts, each step with its calls, and the decisions it waits for. */
export function printTrace(
  { run, question, error, steps, approvals, lastRetryStep }: RunTrace,
  terminal: Terminal,
): void {
  const { usage, costUsd } = run;
  terminal.print(toRunTitle(run), 'bold');
  const cost = costUsd === null ? '' : `, $${costUsd.toFixed(4)}`;
  terminal.print(
    alignColumns([
      ['State', toRunState(run)],
      ['Run', run.id],
      ...(run.conversationId === null ? [] : [['Conversation', run.conversationId]]),
      ['Model', run.model ?? 'none'],
      ['Created', run.createdAt],
      ['Ended', run.endedAt ?? 'not yet'],
      ['Tokens', `${usage.inputTokens} in, ${usage.outputTokens} out${cost}`],
      ['Retry from', `step ${lastRetryStep} at most`],
    ]),
  );
  if (question !== null) terminal.print(`\n> ${question}`, 'cyan');
  for (const { turn, text, toolCalls } of steps) {
    terminal.print(`\nStep ${turn}`, 'bold');
    if (text.trim() !== '') terminal.print(text.trimEnd());
    for (const { name, input, status, durationMs } of toolCalls) {
      const { done, target } = summarizeToolCall(name, input);
      const time = durationMs === null ? '' : `, ${durationMs} ms`;
      terminal.print(`· ${done} ${target} (${status.replaceAll('_', ' ')}${time})`, 'dim');
    }
  }
  if (error !== null) terminal.print(`\n${error.code}: ${error.message}`, 'red');
  for (const { tool, status, id } of approvals) {
    if (status === 'pending') terminal.print(`\nWaits for approval of "${tool}" (${id}).`, 'yellow');
  }
}
