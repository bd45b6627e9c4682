import { context, type Context, type Meter, type Tracer } from '@opentelemetry/api';
import type { LoopOptions } from '@shipmate/core';
import { createGenAiHistograms } from './gen-ai-histograms.ts';
import { LoopObserver, type ObservedRun } from './loop-observer.ts';

/** Options for {@link createLoopTelemetry}. */
export interface LoopTelemetryOptions {
  readonly tracer: Tracer;
  readonly meter?: Meter;
  /** True to record prompts, answers, and inputs and results of tools. They may contain secrets. Default false. */
  readonly recordContents?: boolean;
}

/** A subscriber to loops. */
export interface LoopTelemetry {
  /**
   * Returns the options that record one loop; spread them into its configuration. Its spans are children of `parent`,
   * by default of the active span.
   */
  observe(run?: ObservedRun, parent?: Context): Required<Pick<LoopOptions, 'onEvent'>>;
}

/**
 * Records loops by OpenTelemetry's conventions for generative AI: spans `invoke_agent`, `chat` and `execute_tool`, and
 * histograms of tokens, durations and the time to the first chunk. Without a registered SDK its cost is negligible.
 */
export function createLoopTelemetry({ tracer, meter, recordContents = false }: LoopTelemetryOptions): LoopTelemetry {
  const histograms = meter && createGenAiHistograms(meter);
  return {
    observe(run = {}, parent = context.active()) {
      const observer = new LoopObserver({ tracer, histograms, recordContents, run, parent });
      return { onEvent: (event) => observer.observe(event) };
    },
  };
}
