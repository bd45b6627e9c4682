/** The report that the process of imports sends when it listens, and in answer to each message. */
export interface ImportProcessReport {
  readonly url: string;
  /** API tokens of two organizations. */
  readonly tokens: { readonly large: string; readonly small: string };
  /** Bytes of the import budget. */
  readonly charged: number;
  readonly peak: number;
}
