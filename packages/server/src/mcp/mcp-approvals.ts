import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AppError, BoundTool, Principal } from '@shipmate/core';
import type { SecretStore } from '@shipmate/domain/access';
import { z } from 'zod';

/** State of a call that waits for approval; the client returns it with the call. */
export interface McpApprovalState {
  readonly approvalId: string;
  /** Only this user may present the state. */
  readonly owner: string;
}

/** Seals the states of waiting calls. */
export interface McpApprovalStates {
  mint(state: McpApprovalState): Promise<string>;
  /** @throws Error for a state that was changed, has expired or belongs to another user. */
  verify(text: string, caller: Pick<WaitingCall, 'principal' | 'context'>): Promise<McpApprovalState>;
}

/** The stored approval decides earlier, when it expires. */
const ttlSeconds = 7 * 86_400;

const stateSchema = z.object({ approvalId: z.string(), owner: z.string() });

/** Creates the seal (HMAC-SHA-256). Its key is created once and stored in the database, for all processes. */
export function createMcpApprovalStates(secrets: SecretStore): McpApprovalStates {
  const openCodec = async () =>
    createRequestStateCodec({ key: await secrets.getOrCreate('mcp-request-state'), ttlSeconds });
  return {
    mint: async (state) => (await openCodec()).mint(state),
    async verify(text, { principal, context }) {
      const state = stateSchema.parse(await (await openCodec()).verify(text, context));
      if (state.owner !== toOwner(principal)) throw new Error('The state belongs to another user.');
      return state;
    },
  };
}

function toOwner({ organizationId, userId }: Principal): string {
  return `${organizationId}/${userId}`;
}

const askedSchema = z.object({
  approvalId: z.string(),
  runId: z.string(),
  preview: z.string().nullable(),
  expiresAt: z.string(),
});
type Asked = z.infer<typeof askedSchema>;

/** A call that a person has to approve. */
interface WaitingCall {
  readonly tool: BoundTool;
  readonly principal: Principal;
  /** `APPROVAL_REQUIRED`, with the stored approval in its details. */
  readonly error: AppError;
  readonly context: ServerContext;
  readonly states: McpApprovalStates;
  /** URL of the web app, where people decide. */
  readonly webUrl?: string | undefined;
}

/**
 * Tells the client that a call waits for a person: `input_required` where the client can show a request to its user, else a
 * result that explains how to get the call's result.
 */
export async function answerWaitingCall(call: WaitingCall): Promise<CallToolResult | InputRequiredResult> {
  const { tool, principal, error, context, states, webUrl } = call;
  const asked = askedSchema.safeParse(error.details);
  if (!asked.success) return { isError: true, content: [{ type: 'text', text: toText(error) }] };
  const inputRequests = toInputRequests(tool, asked.data, { context, webUrl });
  if (inputRequests === undefined) {
    const message = `${describe(tool, asked.data, webUrl)} ${howToContinue(asked.data)}`;
    return { isError: true, content: [{ type: 'text', text: toText({ code: error.code, message }) }] };
  }
  const { approvalId } = asked.data;
  return inputRequired({ inputRequests, requestState: await states.mint({ approvalId, owner: toOwner(principal) }) });
}

const capabilitiesSchema = z.object({
  elicitation: z.object({ url: z.unknown().optional(), form: z.unknown().optional() }).optional(),
});

/** Returns a request that the client can show to its user; `undefined` for a client that cannot show one. */
function toInputRequests(
  tool: BoundTool,
  asked: Asked,
  { context, webUrl }: Pick<WaitingCall, 'context' | 'webUrl'>,
): InputRequests | undefined {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const { elicitation } = capabilitiesSchema.safeParse(envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}).data ?? {};
  if (elicitation === undefined) return undefined;
  const message = describe(tool, asked, webUrl);
  if (elicitation.url !== undefined && webUrl !== undefined) {
    return { approval: inputRequired.elicitUrl({ message, url: toRunUrl(webUrl, asked) }) };
  }
  if (elicitation.form === undefined && elicitation.url !== undefined) return undefined;
  const requestedSchema = { type: 'object' as const, properties: {} };
  return { approval: inputRequired.elicit({ message: `${message} Then continue here.`, requestedSchema }) };
}

function describe({ name }: BoundTool, { preview, runId, ...asked }: Asked, webUrl: string | undefined): string {
  const place = webUrl === undefined ? `on the page of run ${runId}` : `at ${toRunUrl(webUrl, { runId })}`;
  const shown = preview === null ? '' : ` Preview:\n${preview}\n`;
  return `"${name}" needs a person's approval.${shown} Approve or deny it ${place}, before ${asked.expiresAt}.`;
}

function howToContinue({ approvalId }: Asked): string {
  return `It runs once, exactly as sent. For its result, call it again with the same arguments and "approvalId": "${approvalId}".`;
}

function toRunUrl(webUrl: string, { runId }: Pick<Asked, 'runId'>): string {
  return new URL(`/runs/${encodeURIComponent(runId)}`, webUrl).href;
}

function toText({ code, message }: Pick<AppError, 'code' | 'message'>): string {
  return JSON.stringify({ error: message, code });
}
