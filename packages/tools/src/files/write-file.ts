import { Buffer } from 'node:buffer';
import { AppError, defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import {
  changeShape,
  decodeUtf8,
  effectOn,
  type FilePorts,
  filePathSchema,
  fileTextSchema,
  readReplaced,
  redact,
  requireNoPlaceholders,
  versionSchema,
} from './file-access.ts';

const input = z.object({
  filePath: filePathSchema.describe('Path to file relative to workspace root'),
  content: fileTextSchema.describe('Content to write to the file'),
  createDirectories: z.boolean().default(true).optional(),
  version: versionSchema,
});

export const writeFile = defineTool({
  name: 'writeFile',
  description:
    'Writes a whole file of the repository at once, new or existing. Prefer editFile for a change of an existing file. The mode and the ' +
    'encoding of an existing text are kept, a new one is UTF-8, and the folders of a new one are created. The answer shows the difference to the content before. A ' +
    'person is asked first for files that run programs elsewhere, such as .github, .gitignore and .npmrc; .git cannot be written.',
  effect: ({ filePath }) => effectOn(filePath),
  worstEffect: 'destructive',
  idempotent: true,
  input,
  output: z.object({
    filePath: z.string(),
    /** In bytes. */
    size: z.number().int(),
    created: z.boolean(),
    version: z.string(),
    ...changeShape,
  }),
  async execute({ filePath, content, createDirectories = true, version }, context: ToolContext<FilePorts>) {
    const { files } = await context.ports.checkouts.open(context);
    const { signal } = context;
    const before = await readReplaced(files, { filePath, version, signal });
    const old = decode(before.bytes);
    requireNoPlaceholders('content', content, old.text);
    const bytes = encode(filePath, content, old.form);
    const makeFolders = createDirectories;
    const written = await files.write(filePath, bytes, { version: before.version, makeFolders, signal }).catch(explain);
    const change = await compare({ before: old.text, after: content }, context);
    return { filePath, size: bytes.length, created: before.version === null, version: written, ...change };
  },
  async preview({ filePath, content, version }, context: ToolContext<FilePorts>) {
    const { files } = await context.ports.checkouts.open(context);
    const before = await readReplaced(files, { filePath, version, signal: context.signal });
    const old = decode(before.bytes);
    encode(filePath, content, old.form);
    const { diff } = await compare({ before: old.text, after: content }, context);
    return `${before.version === null ? 'Creates' : 'Replaces'} ${filePath}.\n${diff}`;
  },
  toModel({ filePath, created, additions, deletions, diff, version }) {
    const head = `${created ? 'Created' : 'Wrote'} ${filePath}: ${additions} lines added, ${deletions} removed. Version ${version}.`;
    return created || diff === '' ? head : `${head}\n${fenceText(diff, { source: 'file', name: filePath })}`;
  },
});

/** How a text is stored. */
type TextForm = 'UTF-8' | 'UTF-8 with a byte order mark' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252';

const mark = '\uFEFF';

/** Decodes a text as readFile does, without its byte order mark; bytes that are no text are an empty one. */
function decode(bytes: Uint8Array): { readonly form: TextForm; readonly text: string } {
  const [first, second] = bytes;
  for (const [form, high, low] of [
    ['UTF-16LE', 0xff, 0xfe],
    ['UTF-16BE', 0xfe, 0xff],
  ] as const) {
    if (first === high && second === low) return { form, text: new TextDecoder(form).decode(bytes) };
  }
  const text = decodeUtf8(bytes);
  if (text?.startsWith(mark)) return { form: 'UTF-8 with a byte order mark', text: text.slice(1) };
  if (text !== undefined || bytes.subarray(0, 8_000).includes(0)) return { form: 'UTF-8', text: text ?? '' };
  return { form: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) };
}

/** Encodes a text as the one that it replaces. @throws AppError `VALIDATION_ERROR` about `content` that cannot be encoded so. */
function encode(filePath: string, content: string, form: TextForm): Uint8Array {
  if (form === 'UTF-8') return new TextEncoder().encode(content);
  const text = content.startsWith(mark) ? content.slice(1) : content;
  const bytes = encoders[form](text);
  // Characters that an encoding has not, and bytes that are UTF-8 by chance, are read as another text.
  if (decode(bytes).text === text) return bytes;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${filePath}" is text in ${form}, in which content cannot be written. Leave out the characters that ${form} has not, or delete the file with removeFile and write it again, in UTF-8.`,
    details: { issues: [{ path: 'content', message: `cannot be written in ${form}` }] },
  });
}

const encoders: Readonly<Record<Exclude<TextForm, 'UTF-8'>, (text: string) => Uint8Array>> = {
  'UTF-8 with a byte order mark': (text) => new TextEncoder().encode(`${mark}${text}`),
  'UTF-16LE': (text) => Buffer.from(`${mark}${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`${mark}${text}`, 'utf16le').swap16(),
  'windows-1252': (text) => {
    const all = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, code) => code));
    const codes = new Map(Array.from(all, (character, code) => [character, code]));
    return Uint8Array.from(text, (character) => codes.get(character) ?? 0x3f);
  },
};

/** Compares two texts for a model: secrets in unchanged lines around the change are redacted. */
async function compare(texts: { before: string; after: string }, context: ToolContext<FilePorts>) {
  const change = await context.ports.compute.run('compareTexts', [texts], context);
  return { ...change, diff: await redact(change.diff, context) };
}

function explain(thrown: unknown): never {
  if (!AppError.isInstance(thrown) || thrown.code !== 'NOT_FOUND') throw thrown;
  const message = 'The folder of the file does not exist. Set createDirectories to create it.';
  throw new AppError({ code: 'NOT_FOUND', message, cause: thrown });
}
