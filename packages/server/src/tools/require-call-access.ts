import { AppError, type BoundTool, type Principal } from '@shipmate/core';
import { accessToCall, toCallScope } from '@shipmate/domain';
import { approvalRequired } from './approval-required.ts';

/** A call and its caller. */
export interface CheckedCall {
  readonly principal: Principal;
  readonly tool: BoundTool;
  /** As the tool's `parse` accepted it. */
  readonly input: unknown;
  /** Whether a person approved this very call. */
  readonly isApproved: boolean;
}

/**
 * Requires that the caller's scopes cover a call, or that a person approved it. Every call over HTTP passes here.
 *
 * @throws AppError `NOT_FOUND` for a call outside the scopes, `APPROVAL_REQUIRED` for one that a person can approve.
 */
export function requireCallAccess({ principal, tool, input, isApproved }: CheckedCall): void {
  const effect = tool.effect(input);
  const access = accessToCall(principal, tool, effect);
  if (isApproved || access === 'allowed') return;
  if (access === 'ask') throw approvalRequired(tool);
  throw new AppError({
    code: 'NOT_FOUND',
    message: `This call of "${tool.name}" is outside the token's scopes. It needs the scope "${toCallScope(tool, effect)}".`,
    details: { scope: toCallScope(tool, effect) },
  });
}
