import { type ErrorCode, errorCodes, type Message, readFences } from '@shipmate/core';
import { unrepeatedCallText } from '@shipmate/domain/use-cases';
import type { RunOutcome } from '../../run/settle/end-run.ts';
import type { AnswerResult } from './to-answer-ending.ts';

/** Maximum length of a failure's reason in the run's error, in characters. */
const maxReason = 1_000;
/** Bounds of a program's output in the reason of a failure. */
const shownOutput = { lines: 5, characters: 600 };

/** Next steps by error code. */
const nextSteps: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Correct the request and send it again.',
  NOT_FOUND: 'Reload the page to see the current state.',
  CONFLICT: 'Reload the page to see the current state.',
  GONE: 'Reload the page to see the current state.',
  UNAUTHORIZED: 'Ask an owner of the organization for access.',
  RATE_LIMITED: 'Wait, or ask an owner of the organization to raise the limit.',
};
const defaultNextStep = 'Check the calls in the conversation, then send the request again.';

/**
 * Returns the result of a run that began with a call: a completed answer about a failed call is a failure. A call that
 * a person denied or chose not to repeat has not failed.
 */
export function toCallResult(result: AnswerResult): AnswerResult {
  const { outcome, messages } = result;
  const error = outcome.status === 'completed' ? findFailure(messages) : undefined;
  return error ? { ...result, outcome: { ...outcome, status: 'failed', error } } : result;
}

/** Finds the failure of the first call; a later call of the same tool replaces it. */
function findFailure(messages: readonly Message[]): RunOutcome['error'] {
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  const last = results.findLast(({ name }) => name === results[0]?.name);
  const failure = last?.isError === true ? readFailure(last.output) : undefined;
  if (!last || !failure || failure.code === 'ABORTED') return undefined;
  const { code, reason } = failure;
  const next = nextSteps[code] ?? defaultNextStep;
  return {
    code,
    message: `"${last.name}" failed: ${reason.slice(0, maxReason)}${reason.includes('\n') ? '\n' : ' '}${next}`,
  };
}

/** Reads `{ error, code }` of a call that failed, or the model's view of an output that reports a failure. */
function readFailure(output: string): { readonly code: ErrorCode; readonly reason: string } | undefined {
  if (output === unrepeatedCallText) return undefined;
  if (!output.startsWith('{')) return { code: 'EXTERNAL_API_ERROR', reason: describeOutput(output) };
  const { error, code } = parseObject(output);
  return {
    code: errorCodes.find((known) => known === code) ?? 'INTERNAL_ERROR',
    // A long result is shortened to a text that is no JSON.
    reason: typeof error === 'string' ? error : output,
  };
}

/** The words of a tool about a failure, with the last lines of a program's output. */
function describeOutput(text: string): string {
  const { outside, fenced } = readFences(text);
  const lines = fenced.flatMap((passage) => passage.text.trimEnd().split('\n'));
  const end = lines.slice(-shownOutput.lines).join('\n').slice(-shownOutput.characters);
  return end === '' ? outside : `${outside} Its last output:\n${end}`;
}

function parseObject(text: string): { readonly error?: unknown; readonly code?: unknown } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
