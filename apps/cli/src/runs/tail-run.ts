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
}

/** Prints the events of a run from the first one until it ends; a broken connection is resumed. */
export async function tailRun(runId: string, { connection, terminal, isJson, signal }: TailOptions): Promise<ExitCode> {
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
    if (isJson) continue;
    if (event === 'content_chunk') {
      terminal.write(data.chunk);
      isLineOpen = !data.chunk.endsWith('\n');
    }
    if (event === 'tool_call_start') note(`· ${toToolCallName(data.name, {})}`, 'dim');
    if (event === 'tool_call_result' && data.is_error) note(`  ${data.name} failed.`, 'red');
    if (event === 'approval_required') note(`Waiting for approval of "${data.name}".`, 'yellow');
    if (event === 'error') {
      note(data.message, 'red');
      return exitCodes.failure;
    }
  }
  if (!isJson) note('The run has ended.', 'dim');
  return exitCodes.success;
}
