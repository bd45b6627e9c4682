/** An email. Addresses are those of the rule. */
export interface OutgoingMail {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly isHtml: boolean;
  readonly replyTo?: string | undefined;
}

/** Sends emails. */
export interface MailPort {
  /**
   * Sends an email, or captures it when no server is configured: it is sent to nobody then.
   *
   * @throws AppError `EXTERNAL_API_ERROR`, recoverable only if the server did not accept the email
   */
  send(
    mail: OutgoingMail,
    signal: AbortSignal,
  ): Promise<{ readonly isCaptured: boolean; readonly messageId: string | null }>;
  close(): Promise<void>;
}

/** A request to another system. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Sends HTTP requests to allowed hosts. */
export interface WebhookPort {
  /** @throws AppError `VALIDATION_ERROR` when requests to the address are not allowed. */
  requireAllowed(url: string): void;
  /**
   * Sends a request and reads the answer, of any status; redirects are not followed.
   *
   * @throws AppError `VALIDATION_ERROR` when the host is not allowed, `EXTERNAL_API_ERROR` when it did not answer: recoverable
   * only if it was not reached
   */
  request(request: OutgoingRequest, signal: AbortSignal): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
}
