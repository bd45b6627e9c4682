import { context, createContextKey, type Context, metrics } from '@opentelemetry/api';

const traceIdKey = createContextKey('shipmate.trace_id');
const probeKey = createContextKey('shipmate.probe');

/** Returns true if this process records spans: a context manager is registered. */
function isTracing(): boolean {
  return context.with(context.active().setValue(probeKey, true), () => context.active().getValue(probeKey) === true);
}

/** Returns true if this process records spans or metrics: the provider of the API alone cannot be shut down. */
export function isTelemetryOn(): boolean {
  return 'shutdown' in metrics.getMeterProvider() || isTracing();
}

/** Returns a context in which a new trace has a run's id: all executions of the run, in any process, share one trace. */
export function withRunTrace(parent: Context, runId: string | undefined): Context {
  const traceId = runId === undefined ? undefined : toTraceId(runId);
  return traceId === undefined ? parent : parent.setValue(traceIdKey, traceId);
}

/** Returns the id that a new trace in this context should have, if there is one. */
export function wantedTraceId(current: Context): string | undefined {
  const traceId = current.getValue(traceIdKey);
  return typeof traceId === 'string' ? traceId : undefined;
}

/** Returns the log fields that lead from a run's log lines to its trace; none when no spans are recorded. */
export function traceFields(runId: string): { readonly trace_id?: string } {
  const traceId = isTracing() ? toTraceId(runId) : undefined;
  return traceId === undefined ? {} : { trace_id: traceId };
}

/** A run's id is a UUID, whose digits are a valid trace id. */
function toTraceId(runId: string): string | undefined {
  const digits = runId.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined;
}
