import { SpanStatusCode, type Attributes, type Context, type SpanKind, type Span, type Tracer } from '@opentelemetry/api';
import type { GenAiHistograms } from './gen-ai-histograms.ts';
import { genAiAttributes } from './gen-ai-names.ts';

/** What an {@link Operation} is recorded with. */
export interface OperationRecorder {
  readonly tracer: Tracer;
  readonly histograms: GenAiHistograms | undefined;
}

/** How an operation is known. */
export interface OperationStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: Context;
  /** Few values each: they tell spans and metrics apart. */
  readonly dimensions: Attributes;
  readonly details: Attributes;
}

/** One span and its duration. */
export class Operation {
  readonly span: Span;
  readonly #recorder: OperationRecorder;
  readonly #dimensions: Attributes;
  readonly #startedAt = performance.now();

  constructor(recorder: OperationRecorder, { name, kind, parent, dimensions, details }: OperationStart) {
    this.#recorder = recorder;
    this.#dimensions = dimensions;
    this.span = recorder.tracer.startSpan(name, { kind, attributes: { ...dimensions, ...details } }, parent);
  }

  /** Seconds since it began. */
  elapsed(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** Records a measurement under the operation's dimensions. */
  record(histogram: keyof GenAiHistograms, value: number, attributes: Attributes = {}): void {
    this.#recorder.histograms?.[histogram].record(value, { ...this.#dimensions, ...attributes });
  }

  /** Ends it, with what it came to and how it failed, where it did. */
  end(attributes: Attributes = {}, failure?: { readonly type: string; readonly message?: string }): void {
    const error = failure === undefined ? {} : { [genAiAttributes.errorType]: failure.type };
    this.span.setAttributes({ ...attributes, ...error });
    if (failure !== undefined) {
      this.span.setStatus({ code: SpanStatusCode.ERROR, ...(failure.message && { message: failure.message }) });
    }
    this.span.end();
    this.record('operationDuration', this.elapsed(), error);
  }
}
