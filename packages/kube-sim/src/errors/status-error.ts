/** An invalid field, as the API server reports it. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly (StatusCause | Omit<StatusCause, 'field'> | Pick<StatusCause, 'message'>)[];
  readonly retryAfterSeconds?: number;
}

interface StatusErrorOptions {
  readonly code: number;
  /** Absent if a real server reports none. */
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
  readonly metadata?: { readonly continue?: string };
}

/** A refusal, answered as an object of kind `Status`. */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: string | undefined;
  readonly details: StatusDetails | undefined;
  readonly metadata: { readonly continue?: string };

  constructor({ code, reason, message, details, metadata = {} }: StatusErrorOptions) {
    super(message);
    this.name = 'StatusError';
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.metadata = metadata;
  }

  /** Converts the refusal to the object that a client reads. */
  toStatus(): Record<string, unknown> {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.metadata,
      status: 'Failure',
      message: this.message,
      ...(this.reason !== undefined && { reason: this.reason }),
      ...(this.details && { details: this.details }),
      code: this.code,
    };
  }
}
