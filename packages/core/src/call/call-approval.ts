import type { CallAhead } from '../loop/loop-hooks.ts';
import type { ToolEffect } from '../tool/tool-effect.ts';

/** A call that is about to be carried out. Its input is checked and complete: what the tool will be given. */
export interface CallToApprove extends CallAhead {
  readonly input: unknown;
  readonly effect: ToolEffect;
}

/** Whether a call may be carried out: it may, somebody has to be asked first, or it may not, with what the model is told. */
export type ApprovalDecision = 'allow' | 'ask' | { readonly deny: string };
