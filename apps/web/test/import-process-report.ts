/** The report of the import process, sent when it listens and in response to each message. */
export interface ImportProcessReport {
  readonly url: string;
  /** API tokens of two organizations. */
  readonly tokens: { readonly large: string; readonly small: string };
  /** Claimed bytes of the import budget. */
  readonly charged: number;
  readonly peak: number;
}
