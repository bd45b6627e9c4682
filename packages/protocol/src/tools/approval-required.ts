import { AppError, type BoundTool } from '@shipmate/core';
import type { AskedApproval } from '@shipmate/domain/approval';
import { approvalHeader } from '../http/header-names.ts';

/** Returns the error for a call that requires a person's approval; `details` contain the approval, if there is one. */
export function approvalRequired({ name }: Pick<BoundTool, 'name'>, asked?: AskedApproval): AppError {
  if (asked === undefined) {
    return new AppError({
      code: 'APPROVAL_REQUIRED',
      message: `"${name}" needs a person's approval, or a token whose scopes cover the call.`,
    });
  }
  const { expiresAt, ...details } = asked;
  return new AppError({
    code: 'APPROVAL_REQUIRED',
    message:
      `"${name}" needs a person's approval. It runs once, exactly as sent, when a person approves it on the page of run ${asked.runId}. ` +
      `For its result, send the same call again with the header ${approvalHeader}: ${asked.approvalId}.`,
    details: { ...details, expiresAt: expiresAt.toISOString() },
  });
}
