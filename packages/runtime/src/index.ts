export { parseEnvironment } from './environment/parse-environment.ts';
export {
  createByteBudget,
  type ByteBudget,
  type ByteBudgetOptions,
  type ByteClaim,
  type ChargedWork,
} from './limit/create-byte-budget.ts';
export {
  createFairLimiter,
  type FairLimiter,
  type FairLimiterOptions,
  type LimitedWork,
} from './limit/create-fair-limiter.ts';
export { createLogger, logLevels, type CreateLoggerOptions, type LogLevel } from './logger/create-logger.ts';
export { runProcess, type ProcessResult, type RunProcessOptions } from './process/run-process.ts';
export {
  type CreateShutdownOptions,
  type Shutdown,
  createShutdown,
  shutdownDelaySchema,
} from './shutdown/create-shutdown.ts';
export type { ObservedRun } from './telemetry/loop-observer.ts';
export {
  createLoopTelemetry,
  type LoopObservation,
  type LoopTelemetry,
  type LoopTelemetryOptions,
} from './telemetry/loop-telemetry.ts';
export { observeLoop } from './telemetry/observe-loop.ts';
export type { ProcessMetrics } from './telemetry/metrics-sdk.ts';
export { observeToolCall, traceHeaders, type RequestedToolCall } from './telemetry/observe-tool-call.ts';
export { createRequestRecorder, type ServedRequest } from './telemetry/record-requests.ts';
export { traceFields } from './telemetry/run-trace.ts';
export { startTelemetry, type StartTelemetryOptions } from './telemetry/start-telemetry.ts';
export { telemetryEnvironmentSchema, type TelemetryEnvironment } from './telemetry/telemetry-environment.ts';
export { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './thread/create-worker-pool.ts';
