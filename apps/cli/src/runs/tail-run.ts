import { createAgentChatClient } from '@shipmate/protocol/client';
import { toToolCallName } from '@shipmate/protocol/web/tool-summary';
import type { Connection } from '../connection/connection.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printJsonLine } from '../print-json.ts';
import type { Terminal } from '../terminal.ts';

/** Options for {@link tailRun}. */
interface TailOptions {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly isJson: boolean;
  /** Ends the reading; the run continues. */
  readonly signal: AbortSignal;
  /** Asks a person about a call that waits. Default: the call is only printed. */
  readonly onDecision?: (call: WaitingCall) => Promise<void>;
}

/** A call that waits for a person; without an approval, its outcome is unknown. */
interface WaitingCall {
  readonly approvalId: string | undefined;
  readonly toolCallId: string;
}

/** Prints the events of a run from the first one until it ends; a broken connection is resumed. */
export async function tailRun(runId: string, options: TailOptions): Promise<ExitCode> {
  const { connection, terminal, isJson, signal, onDecision } = options;
  const client = createAgentChatClient({
    baseUrl: 'http://127.0.0.1',
    token: '',
    fetch: (url, init) => {
      const { pathname, search } = new URL(String(url instanceof Request ? url.url : url));
      const headers = new Headers(init?.headers);
      headers.delete('authorization');
      return connection.web(`${pathname}${search}`, { ...init, headers });
    },
  });
  let isLineOpen = false;
  /** Prints a line beside the answer, whose own line it ends. */
  const note: Terminal['warn'] = (text, style) => {
    if (isLineOpen) terminal.write('\n');
    isLineOpen = false;
    terminal.warn(text, style);
  };
  for await (const { event, data, id } of client.follow(runId, { extensions: true, signal })) {
    if (isJson) printJsonLine(terminal, { event, id, data });
    else if (event === 'content_chunk') {
      terminal.write(data.chunk);
      isLineOpen = !data.chunk.endsWith('\n');
    } else if (event === 'tool_call_start') note(`· ${toToolCallName(data.name, {})}`, 'dim');
    else if (event === 'tool_call_result' && data.is_error) note(`  ${data.name} failed.`, 'red');
    else if (event === 'approval_required' && !onDecision) note(`Waiting for approval of "${data.name}".`, 'yellow');
    else if (event === 'error') note(data.message, 'red');
    if (event === 'approval_required') {
      await onDecision?.({ approvalId: data.approval_id, toolCallId: data.tool_use_id });
    }
    if (event === 'error') return exitCodes.failure;
  }
  if (!isJson) note('The run has ended.', 'dim');
  return exitCodes.success;
}
