import type { Counter, Histogram, Meter } from '@opentelemetry/api';
import { genAiMetrics, shipmateNames } from './gen-ai-names.ts';

/** The histograms of every operation. */
export interface GenAiHistograms {
  readonly tokenUsage: Histogram;
  readonly operationDuration: Histogram;
  readonly timeToFirstChunk: Histogram;
}

/** Counters of tool calls, by tool and model, and of the cost of models. */
export interface LoopCounters {
  /** In US dollars, of answers with a known price. */
  readonly cost: Counter;
  /** Estimated tokens of results, as the model saw them. */
  readonly resultTokens: Counter;
  /** Calls with the tool and input of an earlier call of their loop. */
  readonly repeats: Counter;
}

/** Four to the power of 0 to 13. */
const tokenBoundaries = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** From 10 ms on, each twice the previous one. */
const secondBoundaries = Array.from({ length: 14 }, (_, power) => (2 ** power * 10) / 1000);

/** Creates the histograms with the buckets that the conventions specify. */
export function createGenAiHistograms(meter: Meter): GenAiHistograms {
  const seconds = (name: string, description: string): Histogram =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: secondBoundaries } });
  return {
    tokenUsage: meter.createHistogram(genAiMetrics.tokenUsage, {
      description: 'Tokens that a model read or wrote.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: tokenBoundaries },
    }),
    operationDuration: seconds(genAiMetrics.operationDuration, 'How long an operation took.'),
    timeToFirstChunk: seconds(genAiMetrics.timeToFirstChunk, 'How long a model took to begin its answer.'),
  };
}

/** Creates the counters of loops. */
export function createLoopCounters(meter: Meter): LoopCounters {
  return {
    cost: meter.createCounter(shipmateNames.modelCost, {
      description: 'Cost of the answers of a model with a known price.',
      unit: '{USD}',
    }),
    resultTokens: meter.createCounter(shipmateNames.toolResultTokens, {
      description: 'Estimated tokens of tool results, as the model saw them.',
      unit: '{token}',
    }),
    repeats: meter.createCounter(shipmateNames.toolRepeats, {
      description: 'Tool calls with the input of an earlier call of the same loop.',
      unit: '{call}',
    }),
  };
}
