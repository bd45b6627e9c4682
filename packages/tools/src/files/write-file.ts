import { AppError, fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import {
  changeShape,
  effectOn,
  type FilePorts,
  filePathSchema,
  fileTextSchema,
  readReplaced,
  redactDiff,
  requireNoPlaceholders,
  versionSchema,
} from './file-access.ts';
import { decodeText, encodeText } from './text-encoding.ts';

function input() {
  return z.object({
    filePath: filePathSchema().describe('Path to file relative to workspace root'),
    content: fileTextSchema().describe('Content to write to the file'),
    createDirectories: z.boolean().default(true).optional(),
    version: versionSchema(),
  });
}

export const writeFile = defineCheckoutTool({
  name: 'writeFile',
  description:
    'Writes a whole file of the repository at once, new or existing. Prefer editFile for a change of an existing file. The mode and the ' +
    'encoding of an existing text are kept, a new one is UTF-8, and the folders of a new one are created. The answer shows the difference to the content before. A ' +
    'person is asked first for files that run programs elsewhere, such as .github, .gitignore and .npmrc; .git cannot be written.',
  effect: ({ filePath }) => effectOn(filePath),
  worstEffect: 'destructive',
  exclusive: true,
  idempotent: true,
  input,
  output: () =>
    z.object({
      filePath: z.string(),
      /** In bytes. */
      size: z.number().int(),
      created: z.boolean(),
      version: z.string(),
      ...changeShape(),
    }),
  async execute({ filePath, content, createDirectories = true, version }, context: ToolContext<FilePorts>) {
    const { files } = await context.ports.checkouts.open(context);
    const { signal } = context;
    const before = await readReplaced(files, { filePath, version, signal });
    const old = decodeText(before.bytes);
    await requireNoPlaceholders('content', content, old.text);
    const bytes = encodeText(content, { filePath, old });
    const makeFolders = createDirectories;
    const written = await files.write(filePath, bytes, { version: before.version, makeFolders, signal }).catch(explain);
    const change = await compare({ before: old.text, after: content }, context);
    return { filePath, size: bytes.length, created: before.version === null, version: written, ...change };
  },
  async preview({ filePath, content, version }, context: ToolContext<FilePorts>) {
    const { files } = await context.ports.checkouts.open(context);
    const before = await readReplaced(files, { filePath, version, signal: context.signal });
    const old = decodeText(before.bytes);
    encodeText(content, { filePath, old });
    const { diff } = await compare({ before: old.text, after: content }, context);
    return `${before.version === null ? 'Creates' : 'Replaces'} ${filePath}.\n${diff}`;
  },
  toModel({ filePath, created, additions, deletions, diff, version }) {
    const head = `${created ? 'Created' : 'Wrote'} ${filePath}: ${additions} lines added, ${deletions} removed. Version ${version}.`;
    return created || diff === '' ? head : `${head}\n${fenceText(diff, { source: 'file', name: filePath })}`;
  },
});

/** Compares two texts for a model: secrets in unchanged lines around the change are redacted. */
async function compare(texts: { before: string; after: string }, context: ToolContext<FilePorts>) {
  const change = await context.ports.compute.run('compareTexts', [texts], context);
  return { ...change, diff: await redactDiff(change.diff, context) };
}

function explain(thrown: unknown): never {
  if (!AppError.isInstance(thrown) || thrown.code !== 'NOT_FOUND') throw thrown;
  const message = 'The folder of the file does not exist. Set createDirectories to create it.';
  throw new AppError({ code: 'NOT_FOUND', message, cause: thrown });
}
