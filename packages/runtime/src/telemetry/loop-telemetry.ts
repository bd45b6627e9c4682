import { context, type Context, type Meter, type Tracer } from '@opentelemetry/api';
import { type BoundTool, type LoopOptions, overrideTool } from '@shipmate/core';
import { createGenAiHistograms, createLoopCounters } from './gen-ai-histograms.ts';
import { LoopObserver, type ObservedRun } from './loop-observer.ts';

/** Options for {@link createLoopTelemetry}. */
export interface LoopTelemetryOptions {
  readonly tracer: Tracer;
  readonly meter?: Meter;
  /** True to record prompts, answers, and inputs and results of tools. They may contain secrets. Default false. */
  readonly recordContents?: boolean;
}

/** The observation of one loop. */
export interface LoopObservation extends Required<Pick<LoopOptions, 'onEvent'>> {
  /** Returns tools whose calls have their own span active, so that the spans that a tool creates are its children. */
  activate(tools: readonly BoundTool[]): readonly BoundTool[];
}

/** A subscriber to loops. */
export interface LoopTelemetry {
  /** Returns the observation of one loop. Its spans are children of `parent`, by default of the active span. */
  observe(run?: ObservedRun, parent?: Context): LoopObservation;
}

/**
 * Records loops by OpenTelemetry's conventions for generative AI: spans `invoke_agent`, `chat` and `execute_tool`, and
 * histograms of tokens, durations and the time to the first chunk, and counters of tools' results and repeats. Without a registered SDK its cost is negligible.
 */
export function createLoopTelemetry({ tracer, meter, recordContents = false }: LoopTelemetryOptions): LoopTelemetry {
  const histograms = meter && createGenAiHistograms(meter);
  const counters = meter && createLoopCounters(meter);
  return {
    observe(run = {}, parent = context.active()) {
      const observer = new LoopObserver({ tracer, histograms, counters, recordContents, run, parent });
      return {
        onEvent: (event) => observer.observe(event),
        activate: (tools) =>
          tools.map((tool) =>
            overrideTool(tool, {
              execute: (input, call) =>
                context.with(observer.contextOf(call.toolCallId), () => tool.execute(input, call)),
            }),
          ),
      };
    },
  };
}
