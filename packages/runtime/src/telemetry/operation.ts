import { SpanKind, SpanStatusCode, type Attributes, type Context, type Span, type Tracer } from '@opentelemetry/api';
import type { GenAiHistograms } from './gen-ai-histograms.ts';
import { genAiAttributes } from './gen-ai-names.ts';

/** What operations are recorded with. */
export interface OperationRecorder {
  readonly tracer: Tracer;
  readonly histograms: GenAiHistograms | undefined;
}

/** An operation that begins. */
export interface OperationStart {
  readonly type: string;
  /** The model, tool or agent; the span is named after the type and this. */
  readonly subject: string | undefined;
  readonly kind?: SpanKind;
  readonly parent: Context;
  /** What tells spans and measurements apart; few values each. */
  readonly dimensions: Attributes;
  /** What the span alone tells. */
  readonly details: Attributes;
}

/** One thing that is done: its span, and its measurements. */
export class Operation {
  readonly span: Span;
  readonly #histograms: GenAiHistograms | undefined;
  readonly #dimensions: Attributes;
  readonly #startedAt = performance.now();

  constructor({ tracer, histograms }: OperationRecorder, start: OperationStart) {
    const { type, subject, kind = SpanKind.INTERNAL, parent, dimensions, details } = start;
    this.#histograms = histograms;
    this.#dimensions = { [genAiAttributes.operationName]: type, ...dimensions };
    const name = subject === undefined ? type : `${type} ${subject}`;
    this.span = tracer.startSpan(name, { kind, attributes: { ...this.#dimensions, ...details } }, parent);
  }

  /** Seconds since it began. */
  elapsed(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** Measures something. */
  record(histogram: keyof GenAiHistograms, value: number, attributes: Attributes = {}): void {
    this.#histograms?.[histogram].record(value, { ...this.#dimensions, ...attributes });
  }

  /** Ends it, with what it came to, and how it failed where it did. */
  end(attributes: Attributes, failure?: { readonly type: string; readonly message?: string }): void {
    const error = failure === undefined ? {} : { [genAiAttributes.errorType]: failure.type };
    this.span.setAttributes({ ...attributes, ...error });
    if (failure !== undefined) {
      const { message } = failure;
      this.span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
    }
    this.span.end();
    this.record('operationDuration', this.elapsed(), error);
  }
}
