/** Converts texts to vectors of one length. */
export interface Embedder {
  /** `provider:model`; vectors of different ids are not comparable. */
  readonly id: string;

  /** **Contract.** One vector for each text, in order; throws `AppError` `EXTERNAL_API_ERROR` or `ABORTED`, never returns part of it. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}
