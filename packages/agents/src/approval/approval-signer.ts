import { createHmac, timingSafeEqual } from 'node:crypto';
import { toJsonText } from '@shipmate/core';
import { inKeyOrder } from './in-key-order.ts';

/** The subject of an approval: one call of one run, with the exact input for its tool. */
export interface SignedCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly input: unknown;
}

/** Signs approvals, so that a stored approval is valid for its call only. */
export interface ApprovalSigner {
  sign(call: SignedCall): string;
  verify(call: SignedCall, signature: string): boolean;
}

/** Creates a signer (HMAC-SHA-256, base64url). `secret` is permanent and shared by all processes that execute runs. */
export function createApprovalSigner(secret: string): ApprovalSigner {
  // A derived key, because the same secret may sign other things.
  const key = createHmac('sha256', secret).update('shipmate approval v1').digest();
  const sign = ({ runId, toolCallId, tool, input }: SignedCall): string =>
    createHmac('sha256', key)
      .update(toJsonText([runId, toolCallId, tool, inKeyOrder(input)]))
      .digest('base64url');
  return {
    sign,
    verify(call, signature) {
      const expected = Buffer.from(sign(call));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
