import { bearerAuthChallengeResponse, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { AppError, type BoundTool, type Principal, type ToolEffect } from '@shipmate/core';
import { accessToCall, type Scope, toCallScope } from '@shipmate/domain/access';
import { z } from 'zod';
import { loopbackHosts } from '../edge/known-host.ts';
import { splitToolCallBody } from '../tools/tool-scope.ts';

/**
 * Refuses pages of other sites: a browser names the origin of a page, other clients name none. On loopback, pages of this
 * machine are accepted.
 *
 * @throws AppError `VALIDATION_ERROR`
 */
export function requireOwnOrigin({ headers, url }: Request): void {
  const origin = headers.get('origin');
  if (origin === null) return;
  const own = new URL(url);
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  if (page?.host === own.host) return;
  if (page !== undefined && loopbackHosts.includes(own.hostname) && loopbackHosts.includes(page.hostname)) return;
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'Pages of this origin are not served here.' });
}

/**
 * Returns true for a request that only waits for notifications. Its headers are checked against its body: a request of another
 * method with these headers is refused.
 */
export function isMcpSubscription({ headers }: Request): boolean {
  return headers.get('mcp-method') === 'subscriptions/listen' && headers.get('mcp-protocol-version') === '2026-07-28';
}

const toolCallSchema = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }),
});

/** Returns the scope that the caller lacks for the tool call in a message; `undefined` if it lacks none. */
export function findMissingScope(
  { tools, principal }: { readonly tools: readonly BoundTool[]; readonly principal: Principal },
  message: unknown,
): Scope | undefined {
  const call = toolCallSchema.safeParse(message);
  if (!call.success) return undefined;
  const { name, arguments: given } = call.data.params;
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined || accessToCall(principal, tool, tool.worstEffect) !== 'outside') return undefined;
  const effect = effectOf(tool, given);
  return accessToCall(principal, tool, effect) === 'outside' ? toCallScope(tool, effect) : undefined;
}

/** Returns the effect of a call; the tool's weakest one if its input is invalid, which the call itself reports. */
function effectOf(tool: BoundTool, given: Readonly<Record<string, unknown>>): ToolEffect {
  const { approvalId: _, ...rest } = given;
  try {
    return tool.effect(tool.parse(splitToolCallBody(rest).input));
  } catch {
    return tool.mayRead === true ? 'read' : tool.worstEffect;
  }
}

/** Responds with 403 `insufficient_scope`, from which OAuth clients learn the scope to request. */
export function refuseScope(scope: Scope, resourceMetadataUrl: string | undefined): Response {
  const error = new OAuthError(OAuthErrorCode.InsufficientScope, `This call needs a token with the scope ${scope}.`);
  return bearerAuthChallengeResponse(error, {
    requiredScopes: [scope],
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  });
}
