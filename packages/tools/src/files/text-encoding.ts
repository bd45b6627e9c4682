import { Buffer } from 'node:buffer';
import { AppError } from '@shipmate/core/tool';
import { decodeUtf8 } from './file-access.ts';

/** How the bytes of a file are read as text; binary ones are not. */
export const characterEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'binary'] as const;

/** A text, and how it is stored. */
interface StoredText {
  readonly characterEncoding: (typeof characterEncodings)[number];
  /** True for a byte order mark, which is not in the text. */
  readonly hasMark: boolean;
  readonly text: string;
}

const mark = '\uFEFF';

/** Decodes text by its byte order mark, as UTF-8, or else byte by byte; bytes with NUL among the first 8,000 are not text. */
export function decodeText(bytes: Uint8Array): StoredText {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  if (wide !== undefined) {
    return { characterEncoding: wide, hasMark: true, text: new TextDecoder(wide).decode(bytes) };
  }
  const text = decodeUtf8(bytes);
  if (text !== undefined) {
    const hasMark = text.startsWith(mark);
    return { characterEncoding: 'utf-8', hasMark, text: hasMark ? text.slice(1) : text };
  }
  if (bytes.subarray(0, 8_000).includes(0)) return { characterEncoding: 'binary', hasMark: false, text: '' };
  const latin = new TextDecoder('windows-1252').decode(bytes);
  return { characterEncoding: 'windows-1252', hasMark: false, text: latin };
}

/** Encodes a text as the one that it replaces, and as UTF-8 in place of no text. @throws AppError `VALIDATION_ERROR` about `content`. */
export function encodeText(content: string, { filePath, old }: { filePath: string; old: StoredText }): Uint8Array {
  const { characterEncoding, hasMark } = old;
  const isUtf8 = characterEncoding === 'utf-8' || characterEncoding === 'binary';
  if (isUtf8 && !hasMark) return new TextEncoder().encode(content);
  const text = content.startsWith(mark) ? content.slice(1) : content;
  const marked = `${hasMark ? mark : ''}${text}`;
  const bytes = isUtf8 ? new TextEncoder().encode(marked) : encoders[characterEncoding](marked);
  // Characters that an encoding has not, and bytes that are UTF-8 by chance, are read as another text.
  if (decodeText(bytes).text === text) return bytes;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${filePath}" is text in ${characterEncoding}, in which content cannot be written. Leave out the characters that ${characterEncoding} has not, or delete the file with removeFile and write it again, in UTF-8.`,
    details: { issues: [{ path: 'content', message: `cannot be written in ${characterEncoding}` }] },
  });
}

const encoders = {
  'utf-16le': (text: string): Uint8Array => Buffer.from(text, 'utf16le'),
  'utf-16be': (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': (text: string): Uint8Array => {
    const all = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, code) => code));
    const codes = new Map(Array.from(all, (character, code) => [character, code]));
    return Uint8Array.from(text, (character) => codes.get(character) ?? 0x3f);
  },
};
