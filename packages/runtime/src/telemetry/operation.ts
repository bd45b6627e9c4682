import { SpanKind, SpanStatusCode, type Attributes, type Context, type Span, type Tracer } from '@opentelemetry/api';
import type { GenAiHistograms } from './gen-ai-histograms.ts';
import { genAiAttributes } from './gen-ai-names.ts';

/** The tracer and histograms that record operations. */
export interface OperationRecorder {
  readonly tracer: Tracer;
  readonly histograms: GenAiHistograms | undefined;
}

/** The start of an operation. */
export interface OperationStart {
  readonly type: string;
  /** The model, tool or agent; the span is named after the type and this. */
  readonly subject: string | undefined;
  readonly kind?: SpanKind;
  readonly parent: Context;
  /** Attributes of the span and its measurements; few values each. */
  readonly dimensions: Attributes;
  /** Attributes of the span only. */
  readonly details: Attributes;
}

/** One operation: its span and its measurements. */
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

  /** Returns the seconds since it began. */
  elapsed(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** Records a measurement. */
  record(histogram: keyof GenAiHistograms, value: number, attributes: Attributes = {}): void {
    this.#histograms?.[histogram].record(value, { ...this.#dimensions, ...attributes });
  }

  /** Ends the operation with its attributes, and with its failure if it failed. */
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
