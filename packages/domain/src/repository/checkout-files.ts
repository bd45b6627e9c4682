/** An entry of a folder in a checkout. */
export interface CheckoutEntry {
  readonly name: string;
  /** Links are listed and never followed. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** A file of a checkout as it was read. */
export interface CheckoutFile {
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes in hexadecimal digits; names this content in a later write. */
  readonly version: string;
}

/** Options for {@link CheckoutFiles.read}. */
export interface ReadCheckoutOptions {
  /** A longer file is refused. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Options for {@link CheckoutFiles.write}. */
export interface WriteCheckoutOptions {
  /** The version that the new content is based on; `null` for a file that must not exist. */
  readonly version: string | null;
  readonly signal: AbortSignal;
}

/**
 * The files of one checkout.
 *
 * **Contract.** Paths are relative to the checkout, with `/`, and follow the path policy: no `..` out of it, no NUL, nothing that
 * a file system reads as `.git`. No link is followed, in no part of a path; only regular files are read and
 * replaced. A refused path is `VALIDATION_ERROR` about `path`; a file that does not exist is `NOT_FOUND`.
 */
export interface CheckoutFiles {
  /** Lists a folder, sorted by name, without `.git`; the empty path is the checkout itself. */
  list(folder: string, options: { readonly signal: AbortSignal }): Promise<readonly CheckoutEntry[]>;
  /** @throws AppError `PAYLOAD_TOO_LARGE` for a file with more bytes than `maxBytes`. */
  read(path: string, options: ReadCheckoutOptions): Promise<CheckoutFile>;
  /**
   * Replaces the content of a file at once and keeps its mode; creates a file in a folder that exists. Returns the new version.
   *
   * @throws AppError `CONFLICT` when the file has another version.
   */
  write(path: string, bytes: Uint8Array, options: WriteCheckoutOptions): Promise<string>;
}
