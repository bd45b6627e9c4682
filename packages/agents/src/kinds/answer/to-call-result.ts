import { type ErrorCode, errorCodes, type Message } from '@shipmate/core';
import type { RunOutcome } from '../../run/settle/end-run.ts';
import type { AnswerResult } from './to-answer-ending.ts';

/** Maximum length of a failure's reason in the run's error, in characters. */
const maxReason = 1_000;

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
  return { code, message: `"${last.name}" failed: ${reason.slice(0, maxReason)} ${next}` };
}

/** Reads `{ error, code }` of a failed call; a person's decision on a call of unknown outcome is no such object. */
function readFailure(output: string): { readonly code: ErrorCode; readonly reason: string } | undefined {
  if (!output.startsWith('{')) return undefined;
  const { error, code } = parseObject(output);
  return {
    code: errorCodes.find((known) => known === code) ?? 'INTERNAL_ERROR',
    // A long result is shortened to a text that is no JSON.
    reason: typeof error === 'string' ? error : output,
  };
}

function parseObject(text: string): { readonly error?: unknown; readonly code?: unknown } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
