import { AppError } from '@shipmate/core';
import { type ApprovalDecisionRequest, approvalSchema, type ApprovalView } from '@shipmate/protocol/web/approvals';
import { toToolCallName } from '@shipmate/protocol/web/tool-summary';
import { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import { printDiff } from '../print-diff.ts';
import type { Terminal } from '../terminal.ts';

/** Access to the decision about one call. */
interface ApprovalContext {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Shows a call that waits for approval and asks the person at the terminal. If the token may not decide, or nobody types here, prints
 * the link to the page where a person decides.
 *
 * @returns `elsewhere` if another person has to decide; else the decision
 * @throws AppError `APPROVAL_REQUIRED` if nobody else can decide
 */
export async function decideApproval(
  approvalId: string,
  context: ApprovalContext,
): Promise<'approve' | 'always' | 'deny' | 'elsewhere'> {
  const { connection, terminal, signal } = context;
  const path = `/api/approvals/${encodeURIComponent(approvalId)}`;
  const approval = await requestJson(connection.web, { path, response: approvalSchema, signal });
  if (approval.status !== 'pending') return 'elsewhere';
  showApproval(approval, terminal);
  if (!terminal.isInteractive || !(await mayDecide(connection, `${path}/decision`))) {
    sendElsewhere(connection, terminal, { page: `/runs/${approval.runId}`, what: `the call of "${approval.tool}"` });
    return 'elsewhere';
  }
  const decision = await askDecision(approval, context);
  await requestJson(connection.web, { path: `${path}/decision`, body: decision, response: approvalSchema, signal });
  return decision.decision;
}

/** Prints the link to the page where a person decides. @throws AppError `APPROVAL_REQUIRED` without such a page */
export function sendElsewhere(
  { webUrl }: Pick<Connection, 'webUrl'>,
  terminal: Terminal,
  { page, what }: { readonly page: string; readonly what: string },
): void {
  if (webUrl !== undefined) {
    terminal.warn(`A person decides about ${what} at ${new URL(page, webUrl).href}`, 'yellow');
    return;
  }
  const message = `A person has to decide about ${what}. Run the command in a terminal, or use a running installation.`;
  throw new AppError({ code: 'APPROVAL_REQUIRED', message });
}

/** Checks by an incomplete decision, which decides nothing, whether the credential may decide: it is refused before its body is read. */
export async function mayDecide({ web, webUrl }: Connection, path: string): Promise<boolean> {
  if (webUrl === undefined) return true;
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await web(path, { method: 'POST', headers, body: '{}' });
  await body?.cancel();
  return status !== 401;
}

function showApproval({ tool, input, effect, preview, origins }: ApprovalView, terminal: Terminal): void {
  terminal.warn('');
  const name = toToolCallName(tool, input);
  terminal.warn(`Waiting for approval: ${name} (${effect})`, 'yellow');
  // A preview describes the change; only kubectl calls are named in full.
  if (preview === null || !name.startsWith('kubectl ')) terminal.warn(JSON.stringify(input, null, 2));
  if (preview !== null) printDiff((line, style) => terminal.warn(line, style), preview);
  for (const { value, field, from } of origins) terminal.warn(`! ${field} ${value}: ${from}`, 'yellow');
}

async function askDecision(
  { isGrantable }: ApprovalView,
  { terminal, signal }: ApprovalContext,
): Promise<ApprovalDecisionRequest> {
  const always = isGrantable ? ', [a]lways in this workspace' : '';
  for (;;) {
    const answer = await terminal.ask(`Approve it once? [y]es, [n]o${always}: `, signal);
    const word = answer?.trim().toLowerCase();
    if (word === 'y' || word === 'yes') return { decision: 'approve' };
    if (isGrantable && (word === 'a' || word === 'always')) return { decision: 'always' };
    if (word === undefined) return { decision: 'deny' };
    if (word === 'n' || word === 'no') {
      const reason = (await terminal.ask('Reason for the agent (optional): ', signal))?.trim();
      return reason ? { decision: 'deny', reason } : { decision: 'deny' };
    }
  }
}

const unknownChoices = { d: 'done', a: 'again', l: 'leave' } as const;

/** Asks about a call whose outcome is unknown. Returns `undefined` if nobody types here. */
export async function settleCall(
  { conversationId, toolCallId }: { readonly conversationId: string; readonly toolCallId: string },
  { connection, terminal, signal }: ApprovalContext,
): Promise<void> {
  terminal.warn('A call was interrupted, and its outcome is unknown. Check before you decide.', 'yellow');
  if (!terminal.isInteractive) {
    sendElsewhere(connection, terminal, { page: '/inbox', what: 'the interrupted call' });
    return;
  }
  for (;;) {
    const answer = await terminal.ask('It took effect [d]one, make it [a]gain, or [l]eave it out: ', signal);
    if (answer === undefined) return;
    const choice = z.enum(['d', 'a', 'l']).safeParse(answer.trim().slice(0, 1).toLowerCase()).data;
    if (choice === undefined) continue;
    const path = `/api/chat/${encodeURIComponent(conversationId)}/tool-calls/${encodeURIComponent(toolCallId)}/decision`;
    const body = JSON.stringify({ choice: unknownChoices[choice] });
    const headers = { 'content-type': 'application/json' };
    const { ok, status } = await connection.web(path, { method: 'POST', headers, body });
    if (ok) return;
    if (status === 401) return sendElsewhere(connection, terminal, { page: '/inbox', what: 'the interrupted call' });
    throw new AppError({ code: 'CONFLICT', message: 'The outcome of the call is known by now.' });
  }
}
