import { describeCost } from '../../cost/describe-cost.ts';
import { describeTokens } from '../../cost/describe-tokens.ts';
import type { ChatMessage } from '../api/conversation.ts';

/** The model, token count and cost of an answer. */
export function AnswerCost({ message: { metadata } }: { message: ChatMessage }) {
  if (!metadata?.inputTokens || metadata.outputTokens === undefined) return null;
  const { model, costUsd = null } = metadata;
  return (
    <p className="text-muted text-2xs tabular-nums wrap-anywhere">
      {model} · {describeTokens(metadata)} · {describeCost(costUsd)}
    </p>
  );
}
