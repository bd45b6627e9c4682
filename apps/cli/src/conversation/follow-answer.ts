import { dropFences } from '@shipmate/core';
import { toUnifiedDiff } from '@shipmate/domain/text';
import { summarizeToolCall } from '@shipmate/protocol/web/tool-summary';
import { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printJsonLine } from '../print-json.ts';
import type { Terminal } from '../terminal.ts';
import { decideApproval, settleCall } from './decide-approval.ts';
import { type AnswerChunk, readAnswer } from './read-answer.ts';

/** Options for {@link followAnswer}. */
interface FollowAnswerOptions {
  readonly connection: Connection;
  readonly terminal: Terminal;
  /** Prints the chunks instead of text. */
  readonly isJson: boolean;
  /** Fires at Ctrl-C: the answer is stopped and its text kept. */
  readonly signal: AbortSignal;
}

/** The end of an answer. */
export interface FollowedAnswer {
  readonly exitCode: ExitCode;
  /** Known once the answer has begun. */
  readonly conversationId: string | undefined;
  readonly runId: string | undefined;
  readonly text: string;
}

/**
 * Prints an answer while it arrives: its text as the result, its tool calls in words as progress, and asks about calls that wait for a
 * person.
 */
export async function followAnswer(response: Response, options: FollowAnswerOptions): Promise<FollowedAnswer> {
  const { connection, terminal, isJson, signal } = options;
  const conversationId = response.headers.get('x-shipmate-conversation') ?? undefined;
  let runId: string | undefined;
  let text = '';
  let exitCode: ExitCode = exitCodes.success;
  const deciding = { connection, terminal, signal };
  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    if (conversationId === undefined) return;
    await connection.web(`/api/chat/${encodeURIComponent(conversationId)}/stop`, { method: 'POST' });
  }
  const onAbort = (): void => {
    stopping = stop();
    // Reported when the stream has ended, at the latest.
    stopping.catch(() => undefined);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  function showText(part: string): void {
    text += part;
    if (!isJson) terminal.write(part);
  }

  /** Asks about a call that waits, and prints the end of the answer. */
  async function settle(chunk: AnswerChunk): Promise<void> {
    switch (chunk.type) {
      case 'tool-approval-request':
        if ((await decideApproval(chunk.approvalId, deciding)) === 'deny') exitCode = exitCodes.undecided;
        return;
      case 'data-tool_call_unknown':
        if (chunk.data.choice !== undefined || conversationId === undefined) return;
        return settleCall({ conversationId, toolCallId: chunk.data.toolCallId }, deciding);
      case 'abort':
        terminal.warn('Stopped.', 'yellow');
        exitCode = exitCodes.interrupted;
        return;
      case 'error':
        terminal.warn(unsaid(chunk.errorText, text), 'red');
        exitCode = exitCodes.failure;
        return;
      default:
        return;
    }
  }

  async function show(chunk: AnswerChunk): Promise<void> {
    if (isJson) printJsonLine(terminal, chunk);
    switch (chunk.type) {
      case 'start':
        runId = chunk.messageId;
        return;
      case 'text-delta':
        return showText(chunk.delta);
      case 'text-end':
        if (!isJson && !text.endsWith('\n')) terminal.write('\n');
        return;
      case 'tool-input-available':
        return showCall(chunk, terminal);
      case 'tool-output-error':
        return terminal.warn(`  ${toErrorLine(chunk.errorText)}`, 'red');
      case 'reset-step':
        return terminal.warn('The model was interrupted; the answer starts again.', 'yellow');
      case 'finish':
        return showEnd(chunk.messageMetadata, terminal);
      default:
        return settle(chunk);
    }
  }

  try {
    for await (const chunk of readAnswer(response)) await show(chunk);
    await stopping;
  } catch (thrown) {
    // The run would wait for a decision that nobody can make.
    await stop();
    throw thrown;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  return { exitCode, conversationId, runId, text };
}

/** Returns the sentences of an error that the answer did not say already. */
function unsaid(error: string, answer: string): string {
  const said = new Set(toSentences(answer));
  const rest = toSentences(error).filter((sentence) => !said.has(sentence));
  return rest.join(' ') || error;
}

function toSentences(text: string): readonly string[] {
  return text.trim().split(/(?<=\.)\s+/);
}

const editSchema = z.object({ oldStr: z.string(), newStr: z.string() });

/** Prints a call in words, and the difference of an edit. */
function showCall(
  { toolName, input }: { readonly toolName: string; readonly input?: unknown },
  terminal: Terminal,
): void {
  const { doing, target } = summarizeToolCall(toolName, input);
  terminal.warn(`· ${doing} ${target}`, 'dim');
  const edit = editSchema.safeParse(input).data;
  if (edit) printEdit(edit, terminal);
}

/** Prints the changed lines of a passage, whose line numbers in the file are unknown. */
function printEdit({ oldStr, newStr }: z.output<typeof editSchema>, terminal: Terminal): void {
  for (const line of toUnifiedDiff(oldStr, newStr).trimEnd().split('\n')) {
    if (/^(?:@@|\\)/.test(line)) continue;
    terminal.warn(`  ${line}`, line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : undefined);
  }
}

const endSchema = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  costUsd: z.number().nullish(),
  cutShort: z.object({ by: z.string(), message: z.string().optional() }).optional(),
});

/** Prints the limit that ended an answer, and at a terminal its cost. */
function showEnd(metadata: unknown, terminal: Terminal): void {
  const { inputTokens, outputTokens, costUsd, cutShort } = endSchema.safeParse(metadata).data ?? {};
  if (cutShort?.message !== undefined) terminal.warn(cutShort.message, 'yellow');
  if (inputTokens === undefined || outputTokens === undefined || !terminal.isInteractive) return;
  const cost = costUsd ? `, $${costUsd.toFixed(4)}` : '';
  terminal.warn(
    `${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out${cost}`,
    'dim',
  );
}

/** Returns the message of a failed call, which a tool may encode as JSON. */
function toErrorLine(text: string): string {
  const [, encoded] = /^\{"error":("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  const message = encoded === undefined ? text : z.string().parse(JSON.parse(encoded));
  const [line = ''] = dropFences(message).trim().split('\n', 1);
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
