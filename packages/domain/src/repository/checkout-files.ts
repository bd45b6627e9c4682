/** The kinds of entries of a checkout. Links are listed and never followed; `other` are pipes, devices and sockets. */
type CheckoutEntryKind = 'file' | 'folder' | 'link' | 'other';

/** An entry of a folder in a checkout. */
export interface CheckoutEntry {
  readonly name: string;
  readonly kind: CheckoutEntryKind;
}

/** The properties of a file or folder. */
export interface CheckoutStat {
  readonly kind: CheckoutEntryKind;
  /** In bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** A file of a checkout as it was read. */
export interface CheckoutFile {
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes in hexadecimal digits; names this content in a later write. */
  readonly version: string;
  readonly modifiedAt: Date;
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
  /** Creates missing folders. Default: false. */
  readonly makeFolders?: boolean;
  readonly signal: AbortSignal;
}

/** Options for {@link CheckoutFiles.move} and {@link CheckoutFiles.remove}. */
export interface ChangeCheckoutOptions {
  /** The version that the file must have. Default: any. */
  readonly version?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The files of one checkout.
 *
 * **Contract.** Paths are relative to the checkout, with `/`, and follow the checkout profile of the path policy
 * (`parseCheckoutPath`): no `..` out of it, no NUL, nothing that a file system reads as `.git`. No link is followed, in no
 * part of a path; only regular files are read, replaced and moved. New files have names that every system can store. The name of a
 * hard link is replaced, so its other names keep their content. A refused path is `VALIDATION_ERROR` about `path`; a file that
 * does not exist is `NOT_FOUND`.
 *
 * @example
 * const { bytes, version } = await files.read('src/a.ts', { maxBytes: 1_000_000, signal });
 * await files.write('src/a.ts', change(bytes), { version, signal });
 */
export interface CheckoutFiles {
  /** Lists a folder, sorted by name, without `.git`; the empty path is the checkout itself. */
  list(folder: string, options: { readonly signal: AbortSignal }): Promise<readonly CheckoutEntry[]>;
  /** Describes a file, folder or link without following it. */
  stat(path: string, options: { readonly signal: AbortSignal }): Promise<CheckoutStat>;
  /** @throws AppError `PAYLOAD_TOO_LARGE` for a file with more bytes than `maxBytes`. */
  read(path: string, options: ReadCheckoutOptions): Promise<CheckoutFile>;
  /**
   * Replaces the content of a file at once and keeps its mode, or creates a file. Returns the new version.
   *
   * @throws AppError `CONFLICT` when the file has another version.
   */
  write(path: string, bytes: Uint8Array, options: WriteCheckoutOptions): Promise<string>;
  /**
   * Moves a file to a path at which nothing is, and creates missing folders.
   *
   * @throws AppError `CONFLICT` when the file has another version, or the new path is taken.
   */
  move(from: string, to: string, options: ChangeCheckoutOptions): Promise<void>;
  /**
   * Removes a file or a link; the target of a link stays.
   *
   * @throws AppError `CONFLICT` when the file has another version.
   */
  remove(path: string, options: ChangeCheckoutOptions): Promise<void>;
}
