import { AppError, type ToolContext, type ToolEffect } from '@shipmate/core/tool';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { findSensitiveName } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { CheckoutPort } from '../checkout/checkout-port.ts';
import type { ComputePort } from '../compute/compute-port.ts';

/** The ports of the tools on the files of a checkout. */
export interface FilePorts {
  readonly checkouts: CheckoutPort;
  readonly compute: ComputePort;
}

/** The path of a file in a checkout, as models give it. */
export function filePathSchema(): z.ZodString {
  return z.string().min(1).max(4_000);
}

/** The version of a file that a call is based on. */
export function versionSchema(): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .max(64)
    .optional()
    .describe('The version that readFile returned. With it the call is refused when the file has changed since.');
}

/** The longest text that the tools write, in characters. */
export const maxTextLength = 1_000_000;

/** Text of a file as models give it. */
export function fileTextSchema(): z.ZodString {
  return z
    .string()
    .max(maxTextLength)
    .regex(/^[^\0]*$/u, 'must not hold NUL characters');
}

/** The lines that a change adds and removes, and its unified diff. */
export function changeShape() {
  return {
    additions: z.number().int(),
    deletions: z.number().int(),
    diff: z.string(),
  } as const;
}

/** The effect of a change of files: a person is asked before files change that run programs outside of the run. */
export function effectOn(...paths: readonly string[]): ToolEffect {
  return paths.some((path) => findSensitiveName(path) !== undefined) ? 'destructive' : 'write';
}

/** The current text of a file that a call replaces. */
interface ReplacedFile {
  /** `null` for a file that does not exist. */
  readonly version: string | null;
  /** Undefined for a file that is no UTF-8 text. */
  readonly text: string | undefined;
  readonly bytes: Uint8Array;
}

/** Reads a file before it is replaced. @throws AppError `CONFLICT` when it has another version than the call is based on. */
export async function readReplaced(
  files: CheckoutFiles,
  { filePath, version, signal }: { filePath: string; version?: string | undefined; signal: AbortSignal },
): Promise<ReplacedFile> {
  try {
    const found = await files.read(filePath, { maxBytes: 16 * 1024 * 1024, signal });
    if (version === undefined || version === found.version) {
      return { version: found.version, text: decodeUtf8(found.bytes), bytes: found.bytes };
    }
  } catch (thrown) {
    const isMissing = AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND';
    if (!isMissing) throw thrown;
    if (version === undefined) return { version: null, text: '', bytes: new Uint8Array() };
  }
  const message = `"${filePath}" has changed since it was read. Read it again and repeat the change.`;
  throw new AppError({ code: 'CONFLICT', message, details: { path: filePath } });
}

/** Decodes UTF-8 with its byte order mark; `undefined` for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (thrown) {
    if (thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

/** @throws AppError `VALIDATION_ERROR` for new text with placeholders of secrets that the old one does not hold itself. */
export async function requireNoPlaceholders(field: string, added: string, old: string): Promise<void> {
  const { countPlaceholders } = await import('@shipmate/domain/secrets');
  if (countPlaceholders(added) <= countPlaceholders(old)) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field} holds the placeholder of a secret that readFile did not show, so the write would lose the secret. Change the other lines with editFile.`,
    details: { issues: [{ path: field, message: 'holds the placeholder of a secret' }] },
  });
}

/** Redacts the secrets of texts that a model is given, off the event loop if they are long. */
export async function redact(text: string, { ports, ...context }: ToolContext<FilePorts>): Promise<string> {
  return ports.compute.run('redactSecrets', [text], context);
}

/** Redacts the secrets of a comparison, also those of several lines of which it shows a part. */
export async function redactDiff(diff: string, { ports, ...context }: ToolContext<FilePorts>): Promise<string> {
  return ports.compute.run('redactPatch', [diff], context);
}

/** A size in words, such as `3.1 KB`. */
export function describeSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
