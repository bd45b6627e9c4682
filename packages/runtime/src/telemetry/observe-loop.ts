import { context, metrics, trace } from '@opentelemetry/api';
import type { ObservedRun } from './loop-observer.ts';
import { createLoopTelemetry, type LoopObservation } from './loop-telemetry.ts';
import { isTelemetryOn } from './run-trace.ts';

/** The name of the tracer and the meter. */
export const instrumentationName = 'shipmate';

const nothing: LoopObservation = { onEvent: () => undefined, activate: (tools) => tools };

/**
 * Observes one loop with the SDK that this process has registered; `startTelemetry` registers one. Its spans are children of the
 * active span, or begin the trace of their run. Without an SDK it does nothing.
 */
export function observeLoop(run: ObservedRun): LoopObservation {
  if (!isTelemetryOn()) return nothing;
  const tracer = trace.getTracer(instrumentationName);
  const meter = metrics.getMeter(instrumentationName);
  return createLoopTelemetry({ tracer, meter }).observe(run, context.active());
}
