import { AppError } from '@shipmate/core/tool';
import type { CheckoutFile, CheckoutFiles } from '@shipmate/domain/repository';

/** A text file of a checkout. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly version: string;
  /** True if the file begins with a byte order mark, which `text` has not. */
  readonly hasMark: boolean;
}

/** The largest source file that the tools read, in bytes. */
const maxSourceBytes = 4 * 1024 * 1024;

/** Reads a source file. @throws AppError as `CheckoutFiles.read` does, and `VALIDATION_ERROR` for a file that is not UTF-8. */
export async function readSource(files: CheckoutFiles, path: string, signal: AbortSignal): Promise<SourceFile> {
  return toSource(path, await files.read(path, { maxBytes: maxSourceBytes, signal }));
}

/** Decodes a source file. @throws AppError `VALIDATION_ERROR` for a file that is not UTF-8. */
export function toSource(path: string, { bytes, version }: CheckoutFile): SourceFile {
  const text = toText(bytes);
  if (text !== undefined) return { path, text, version, hasMark: hasByteOrderMark(bytes) };
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${path}" is not a text file in UTF-8.`,
    details: { issues: [{ path: 'filePath', message: 'is not UTF-8 text' }] },
  });
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (thrown) {
    if (thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}
