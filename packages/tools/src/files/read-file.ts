import { AppError, fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { describeSize, type FilePorts, filePathSchema, redact } from './file-access.ts';
import { characterEncodings, decodeText } from './text-encoding.ts';

/** The largest file that is read, in bytes; its lines are counted in about 10 ms. */
const maxFileBytes = 8 * 1024 * 1024;
const defaultBytes = 50_000;
const maxBytesOfPage = 200_000;

export const readFile = defineCheckoutTool({
  name: 'readFile',
  description:
    'Reads a file of the repository. A long file is read in pages: nextLine is the startLine of the next page. Give startLine and endLine to ' +
    'read only the lines that matter. version names this content: pass it to writeFile or editFile so that a change made meanwhile is not ' +
    'lost. Secrets are shown as [redacted: ...]. With encoding base64 the bytes are returned, from startByte on; use it for files that are ' +
    'not text. .git cannot be read, and links are not followed.',
  effect: 'read',
  idempotent: true,
  maxResultChars: maxBytesOfPage + 1_000,
  input: () =>
    z.object({
      filePath: filePathSchema().describe('Path to file relative to workspace root'),
      encoding: z.enum(['utf8', 'base64']).default('utf8').optional(),
      startLine: z.int().min(1).optional().describe('The first line, from 1.'),
      endLine: z.int().min(1).optional().describe('The last line, inclusive.'),
      startByte: z.int().min(0).optional().describe('With base64: the first byte, from 0.'),
      maxBytes: z.int().min(1).max(maxBytesOfPage).optional().describe(`Size of a page. Default: ${defaultBytes}.`),
    }),
  output: () =>
    z.object({
      content: z.string(),
      /** Of the whole file, in bytes. */
      size: z.number().int(),
      /** ISO 8601. */
      lastModified: z.string(),
      filePath: z.string(),
      version: z.string(),
      /** The character encoding that was found; `binary` for a file that is not text. */
      characterEncoding: z.enum(characterEncodings),
      /** True if the page ends before the requested lines or bytes do. */
      truncated: z.boolean(),
      startLine: z.number().int().optional(),
      endLine: z.number().int().optional(),
      totalLines: z.number().int().optional(),
      nextLine: z.number().int().optional(),
      nextByte: z.number().int().optional(),
      /** True if the page ends within a line that is longer than a page. */
      lineCut: z.boolean().optional(),
    }),
  async execute(input, context: ToolContext<FilePorts>) {
    const { filePath, encoding = 'utf8', maxBytes = defaultBytes } = input;
    const { files } = await context.ports.checkouts.open(context);
    const { signal } = context;
    const { bytes, version, modifiedAt } = await files
      .read(filePath, { maxBytes: maxFileBytes, signal })
      .catch((thrown: unknown) => {
        throw AppError.isInstance(thrown) && thrown.code === 'PAYLOAD_TOO_LARGE' ? tooLarge(filePath, thrown) : thrown;
      });
    const head = { filePath, size: bytes.length, lastModified: modifiedAt.toISOString(), version };
    const decoded = decodeText(bytes);
    if (encoding === 'base64') {
      const { startByte = 0 } = input;
      // Bytes are not redacted, so they are not given out with secrets in them, in whatever form.
      const forms = bytes.includes(0) ? binaryForms.map((form) => new TextDecoder(form).decode(bytes)) : [];
      for (const text of [decoded.text, ...forms]) {
        if ((await redact(text, context)) === text) continue;
        const help =
          decoded.characterEncoding === 'binary'
            ? 'Save it as UTF-8 without NUL characters first'
            : 'Read it with encoding utf8';
        throw invalid('encoding', `"${filePath}" holds secrets, which base64 would give out. ${help}.`);
      }
      const page = Buffer.from(bytes).subarray(startByte, startByte + maxBytes);
      const next = startByte + page.length;
      const truncated = next < bytes.length;
      const { characterEncoding } = decoded;
      return {
        ...head,
        characterEncoding,
        content: page.toString('base64'),
        truncated,
        ...(truncated && { nextByte: next }),
      };
    }
    if (decoded.characterEncoding === 'binary') {
      throw invalid(
        'encoding',
        `"${filePath}" is not text (${describeSize(bytes.length)}). Read it with encoding base64.`,
      );
    }
    const text = await redact(decoded.text, context);
    return { ...head, characterEncoding: decoded.characterEncoding, ...toPage(text, { ...input, maxBytes }) };
  },
  toModel({ filePath, content, size, version, characterEncoding, truncated, ...page }) {
    const { startLine, endLine, totalLines, nextLine, nextByte, lineCut = false } = page;
    const range = startLine === undefined ? 'base64' : `lines ${startLine} to ${endLine} of ${totalLines}`;
    const head = [
      `${describeSize(size)}, ${range}, ${characterEncoding}, version ${version}.`,
      ...(lineCut ? ['The last line is longer than the page and was cut.'] : []),
      ...(truncated && nextLine !== undefined ? [`Continue with startLine ${nextLine}.`] : []),
      ...(truncated && nextByte !== undefined ? [`Continue with startByte ${nextByte}.`] : []),
    ];
    return `${head.join(' ')}\n${fenceText(content, { source: 'file', name: filePath })}`;
  },
});

function tooLarge(filePath: string, cause: AppError): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `"${filePath}" has more than ${describeSize(maxFileBytes)}, the most that readFile reads of a file. Have a script of the repository print the part that you need.`,
    cause,
  });
}

/** How text with NUL among its bytes may be stored. */
const binaryForms = ['windows-1252', 'utf-16le', 'utf-16be'] as const;

/** The lines that a call asks for. */
interface Range {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

/** Cuts the requested lines out of a text, at most one page. Line endings stay as they are. */
function toPage(text: string, { maxBytes, ...range }: Range & { readonly maxBytes: number }) {
  const { startLine = 1 } = range;
  const { start, end, last, totalLines } = findLines(text, range);
  const wanted = text.slice(start, end);
  if (Buffer.byteLength(wanted) <= maxBytes) {
    return { content: wanted, truncated: false, startLine, endLine: last, totalLines };
  }
  const page = toStart(wanted, maxBytes);
  const whole = page.slice(0, page.lastIndexOf('\n') + 1);
  // The first line alone may be longer than a page.
  const lineCut = whole === '';
  const endLine = lineCut ? startLine : startLine + countNewlines(whole) - 1;
  const next = endLine < totalLines && { nextLine: endLine + 1 };
  return {
    content: lineCut ? page : whole,
    truncated: true,
    startLine,
    endLine,
    totalLines,
    ...next,
    ...(lineCut && { lineCut }),
  };
}

/** Finds the places of lines. @throws AppError `VALIDATION_ERROR` for lines that do not exist */
function findLines(text: string, { startLine = 1, endLine = Number.POSITIVE_INFINITY }: Range) {
  if (endLine < startLine) {
    throw invalid('endLine', `endLine ${endLine} is before startLine ${startLine}. Give a later line.`);
  }
  let [start, end, line] = [startLine === 1 ? 0 : text.length, text.length, 1];
  // A loop over characters, because a search for each line of a hostile file is ten times as slow.
  for (let at = 0; at < text.length - 1; at++) {
    if (text.charCodeAt(at) !== newline) continue;
    line += 1;
    if (line === startLine) start = at + 1;
    if (line === endLine + 1) end = at + 1;
  }
  const totalLines = text === '' ? 0 : line;
  if (startLine > Math.max(totalLines, 1)) {
    throw invalid('startLine', `The file has ${totalLines} lines. Give a startLine up to that.`);
  }
  return { start, end, last: Math.min(endLine, totalLines), totalLines };
}

const newline = 10;

function countNewlines(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === newline) count += 1;
  return count;
}

/** Cuts a text to a number of bytes, between characters. */
function toStart(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

function invalid(field: string, message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { issues: [{ path: field, message }] } });
}
