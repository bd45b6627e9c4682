import { createHmac, timingSafeEqual } from 'node:crypto';
import { toJsonText } from '@shipmate/core';
import { inKeyOrder } from './in-key-order.ts';

/** What an approval is for: one call of one run, with the very input that its tool will be given. */
export interface SignedCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly input: unknown;
}

/** Binds approvals to their calls, so that a stored one is good for nothing else. */
export interface ApprovalSigner {
  sign(call: SignedCall): string;
  verify(call: SignedCall, signature: string): boolean;
}

/** Makes a signer (HMAC-SHA-256, base64url). `secret` is shared by the processes that execute runs, and lasts. */
export function createApprovalSigner(secret: string): ApprovalSigner {
  // Its own key, as the same secret may sign other things elsewhere.
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
