import type { Usage } from '@shipmate/core';

const count = new Intl.NumberFormat('en');

/**
 * Describes tokens in one line: input and output, then cache reads, cache writes and reasoning tokens. Those of the demo model are
 * marked as estimates.
 */
export function describeTokens(usage: Partial<Usage>, model?: string | null): string {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, reasoningTokens = 0 } = usage;
  const input = [part(cacheReadTokens, 'read from cache'), part(cacheWriteTokens, 'written to cache')].flat();
  const output = part(reasoningTokens, 'reasoning');
  const about = isEstimated(model) ? 'about ' : '';
  return `${about}${count.format(inputTokens)} tokens in${within(input)}, ${count.format(outputTokens)} out${within(output)}`;
}

/** Returns true when the tokens of a model are estimated from the length of texts: those of the demo model. */
export function isEstimated(model: string | null | undefined): boolean {
  return model?.startsWith('demo:') ?? false;
}

function part(tokens: number, what: string): readonly string[] {
  return tokens === 0 ? [] : [`${count.format(tokens)} ${what}`];
}

function within(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
