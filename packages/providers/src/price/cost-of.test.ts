import { noUsage, type Usage } from '@shipmate/core';
import { describe, expect, test } from 'vitest';
import { AVAILABLE_PROVIDERS } from '../provider/available-providers.ts';
import { costOf } from './cost-of.ts';
import { freeProviders, priceTable } from './price-table.ts';

const million = 1_000_000;
const day = new Date('2026-11-21T12:00:00Z');

function cost(modelId: string, usage: Partial<Usage>, at = day): number | undefined {
  return costOf(modelId, { ...noUsage, ...usage }, at);
}

describe('the cost of a request', () => {
  test.each([
    { what: 'input', usage: { inputTokens: million }, dollars: 4 },
    { what: 'output, reasoning within it', usage: { outputTokens: million, reasoningTokens: million }, dollars: 20 },
    { what: 'cache reads', usage: { inputTokens: million, cacheReadTokens: million }, dollars: 0.2 },
    { what: 'cache writes', usage: { inputTokens: million, cacheWriteTokens: million }, dollars: 5 },
    {
      what: 'each kind of input at its own rate',
      usage: { inputTokens: 3 * million, cacheReadTokens: million, cacheWriteTokens: million, outputTokens: million },
      dollars: 4 + 0.2 + 5 + 20,
    },
    { what: 'nothing when nothing was spent', usage: {}, dollars: 0 },
  ])('includes $what', ({ usage, dollars }) => {
    expect(cost('anthropic:claude-opus-5-5', usage)).toBeCloseTo(dollars, 10);
  });

  test.each([
    { tokens: 272_000, dollars: 0.272 },
    { tokens: 272_001, dollars: 0.544002 },
  ])('is higher for all of its tokens when it is long: $tokens', ({ tokens, dollars }) => {
    expect(cost('openai:gpt-6.1-terra', { inputTokens: tokens })).toBeCloseTo(dollars, 10);
  });

  test.each([
    { at: '2026-11-30T23:59:59Z', dollars: 2 },
    { at: '2026-12-01T00:00:00Z', dollars: 4 },
  ])('is that of the price of its day: $at', ({ at, dollars }) => {
    expect(cost('google:gemini-4-argon', { inputTokens: million }, new Date(at))).toBe(dollars);
  });

  test.each(['openai:gpt-6-astra-2026-09-03', 'anthropic:claude-opus-5-5-20260922'])(
    'is the same for a snapshot as for its model: %s',
    (modelId) => {
      const model = modelId.replace(/-2026.*/, '');
      expect(cost(modelId, { outputTokens: million })).toBe(cost(model, { outputTokens: million }));
      expect(cost(model, { outputTokens: million })).toBeGreaterThan(0);
    },
  );
});

test.each([
  'anthropic:claude-next',
  'openai-compatible:gpt-6-astra',
  'openrouter:openai/gpt-4o',
  'openai:constructor',
  'constructor',
  '',
])('costOf returns undefined, not 0, for an unknown price: %s', (modelId) => {
  expect(cost(modelId, { inputTokens: million })).toBeUndefined();
});

test('costOf returns undefined after a price has ended', () => {
  expect(cost('google:gemini-3.8-flash', { inputTokens: 1 }, new Date('2027-01-01'))).toBeUndefined();
});

test.each([...freeProviders])("costOf of %s is 0 because it runs on the user's own machine", (provider) => {
  expect(AVAILABLE_PROVIDERS.map(({ id }) => id)).toContain(provider);
  expect(cost(`${provider}:any`, { inputTokens: million })).toBe(0);
});

test.each(Object.entries(priceTable))('the prices of %s are valid', (modelId, prices) => {
  expect(AVAILABLE_PROVIDERS.map(({ id }) => id)).toContain(modelId.split(':')[0]);
  const days = prices.map(({ until = '9999' }) => until);
  expect(days).toEqual(days.toSorted());
  for (const { input, cachedInput, cacheWrite, output, long } of prices) {
    expect(cachedInput).toBeGreaterThan(0);
    expect(cachedInput).toBeLessThan(input);
    expect(cacheWrite).toBeGreaterThanOrEqual(input);
    expect(output).toBeGreaterThan(input);
    expect(long?.input ?? input).toBeGreaterThanOrEqual(input);
  }
});
