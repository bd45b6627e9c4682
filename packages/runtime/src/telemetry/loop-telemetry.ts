import { context, type Context, type Meter, type Tracer } from '@opentelemetry/api';
import type { LoopOptions } from '@shipmate/core';
import { createGenAiHistograms } from './gen-ai-histograms.ts';
import { LoopObserver, type ObservedRun } from './loop-observer.ts';

/** What {@link createLoopTelemetry} records with, and what it may record. */
export interface LoopTelemetryOptions {
  readonly tracer: Tracer;
  readonly meter?: Meter;
  /** Whether prompts, answers, and inputs and results of tools are recorded. They may hold secrets. Default false. */
  readonly recordContents?: boolean;
}

/** A subscriber to loops. */
export interface LoopTelemetry {
  /**
   * The options by which one loop is recorded: spread them into its configuration. Its spans are children of `parent`, by
   * default of the span that is active now.
   */
  observe(run?: ObservedRun, parent?: Context): Required<Pick<LoopOptions, 'onEvent'>>;
}

/**
 * Records loops as OpenTelemetry's conventions for generative AI have it: spans `invoke_agent`, `chat` and `execute_tool`, and
 * histograms of tokens, durations and the time to the first chunk. Without an SDK that is registered it costs next to nothing.
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
