import {
  type CreateProposalRequest,
  proposalListResponseSchema,
  type ProposalView,
  startedRunResponseSchema,
  proposalSchema,
} from '@shipmate/protocol/web/proposals';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import { openAnswer } from '../conversation/ask-agent.ts';
import { followAnswer } from '../conversation/follow-answer.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';

/** Resources of the steps of a proposal. */
export interface ProposalContext {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
}

/** Starts a proposal and waits for its run. Returns `undefined` when nothing fits, which the printed answer explains. */
export async function startProposal(
  request: CreateProposalRequest,
  context: ProposalContext,
): Promise<ProposalView | undefined> {
  const { connection, signal } = context;
  const { runId } = await followStep('/api/proposals', request, context);
  const path = `/api/proposals?flow=${request.flow}`;
  const { proposals } = await requestJson(connection.web, { path, response: proposalListResponseSchema, signal });
  // Ids grow with time, and the server creates both.
  return proposals.find(({ id, intent }) => id > runId && intent === request.intent.trim());
}

/** Reads a proposal. */
export function readProposal(id: string, { connection, signal }: ProposalContext): Promise<ProposalView> {
  const path = `/api/proposals/${encodeURIComponent(id)}`;
  return requestJson(connection.web, { path, response: proposalSchema, signal });
}

/** Starts a step that a run executes, and prints its progress until the run ends. */
export async function followStep(
  path: string,
  body: unknown,
  { connection, terminal, signal, isJson }: ProposalContext,
): Promise<{ readonly runId: string; readonly exitCode: ExitCode }> {
  const { runId, conversationId } = await requestJson(connection.web, {
    path,
    body,
    response: startedRunResponseSchema,
    signal,
  });
  const response = await openAnswer(connection, conversationId);
  if (!response) return { runId, exitCode: exitCodes.success };
  // The result is the proposal itself, so the words of the run are progress.
  const lines = toLines((line) => isJson || terminal.warn(line, 'dim'));
  const progress = { ...terminal, write: (text: string | Uint8Array) => lines.write(text) };
  const { exitCode } = await followAnswer(response, { connection, terminal: progress, isJson: false, signal });
  lines.end();
  return { runId, exitCode };
}

/** Joins parts of words, as a model writes them, to lines. */
function toLines(show: (line: string) => void) {
  let last = '';
  return {
    write(text: string | Uint8Array): void {
      const lines = (last + String(text)).split('\n');
      last = lines.pop() ?? '';
      lines.forEach(show);
    },
    end(): void {
      if (last !== '') show(last);
    },
  };
}
