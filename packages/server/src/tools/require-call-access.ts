import { AppError, type CheckedCall } from '@shipmate/core';
import { accessToCall, toCallScope } from '@shipmate/domain/access';
import { approvalRequired } from '@shipmate/protocol/tools';

/**
 * Requires that the caller's scopes cover a call, or that a person approved it. Every call over HTTP passes here. `isApproved` is
 * called only for a call that a person can approve.
 *
 * @throws AppError `NOT_FOUND` for a call outside the scopes, `APPROVAL_REQUIRED` for one that a person can approve.
 */
export async function requireCallAccess(
  { tool, input, effect, context: { principal } }: CheckedCall,
  isApproved: (input: unknown) => Promise<boolean> = async () => false,
): Promise<void> {
  const access = accessToCall(principal, tool, effect);
  if (access === 'allowed') return;
  if (access === 'ask') {
    if (await isApproved(input)) return;
    throw approvalRequired(tool);
  }
  throw new AppError({
    code: 'NOT_FOUND',
    message: `This call of "${tool.name}" is outside the token's scopes. It needs the scope "${toCallScope(tool, effect)}".`,
    details: { scope: toCallScope(tool, effect) },
  });
}
