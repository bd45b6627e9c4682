import { AppError, fenceText, type ToolContext } from '@shipmate/core/tool';
import type { TextReplacement } from '@shipmate/domain/text';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import {
  effectOn,
  type FilePorts,
  filePathSchema,
  fileTextSchema,
  maxTextLength,
  readReplaced,
  redact,
  redactDiff,
  requireNoPlaceholders,
  versionSchema,
} from './file-access.ts';

function input() {
  return z.object({
    filePath: filePathSchema().describe('Path to file relative to workspace root'),
    oldStr: fileTextSchema().describe('The passage to replace; it must occur exactly once, unless replaceAll is set.'),
    newStr: fileTextSchema().describe('The text in its place; empty to delete the passage.'),
    replaceAll: z.boolean().optional().describe('Replace every place where oldStr occurs.'),
    version: versionSchema(),
  });
}

type Edit = z.output<ReturnType<typeof input>>;

export const editFile = defineCheckoutTool({
  name: 'editFile',
  description:
    'Replaces one passage of a file of the repository. Read the file first and copy oldStr from it exactly, with its indentation, and with ' +
    'enough lines around it that it occurs once. A passage that differs only in whitespace at line ends, indentation or typographic ' +
    'characters is found too, and newStr is indented like the file. With replaceAll every place is replaced. Line endings and byte ' +
    'order mark are kept. A refused edit shows the nearest lines, or the lines of all places: correct oldStr and try again.',
  effect: ({ filePath }) => effectOn(filePath),
  worstEffect: 'destructive',
  exclusive: true,
  input,
  output: () =>
    z.object({
      filePath: z.string(),
      /** After the edit, in bytes. */
      size: z.number().int(),
      /** The rule by which the passage was found; `exact` in the usual case. */
      tier: z.string(),
      count: z.number().int(),
      /** Of the first place, from 1, as the file was before. */
      startLine: z.number().int(),
      /** Of the last place. */
      endLine: z.number().int(),
      diff: z.string(),
      version: z.string(),
    }),
  async execute(edit, context: ToolContext<FilePorts>) {
    const { filePath } = edit;
    const { files } = await context.ports.checkouts.open(context);
    const { result, version } = await replace(edit, context);
    const bytes = new TextEncoder().encode(result.content);
    const written = await files.write(filePath, bytes, { version, signal: context.signal });
    const { tier, count, range } = result;
    const diff = await redactDiff(result.diff, context);
    return {
      filePath,
      size: bytes.length,
      tier,
      count,
      startLine: range.first,
      endLine: range.last,
      diff,
      version: written,
    };
  },
  async preview(edit, context: ToolContext<FilePorts>) {
    const { result } = await replace(edit, context);
    return `Edits ${edit.filePath}.\n${await redactDiff(result.diff, context)}`;
  },
  toModel({ filePath, tier, count, startLine, endLine, diff, version }) {
    const places = count === 1 ? '' : `${count} places, `;
    const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
    const advice = tier === 'exact' ? '' : ' oldStr was not exact: check that these are the lines you meant.';
    const head = `Replaced ${places}${lines} of ${filePath} (${tier.replaceAll('_', ' ')} match).${advice} Version ${version}.`;
    return `${head}\n${fenceText(diff, { source: 'file', name: filePath })}`;
  },
});

/** Computes an edit. @throws AppError that explains to a model why the passage cannot be replaced */
async function replace(
  { filePath, oldStr, newStr, replaceAll = false, version }: Edit,
  context: ToolContext<FilePorts>,
): Promise<{ readonly result: TextReplacement; readonly version: string }> {
  const { files } = await context.ports.checkouts.open(context);
  const before = await readReplaced(files, { filePath, version, signal: context.signal });
  if (before.version === null) {
    throw new AppError({ code: 'NOT_FOUND', message: `"${filePath}" does not exist. Create it with writeFile.` });
  }
  if (before.text === undefined)
    throw refused(
      `"${filePath}" is not text in UTF-8, which editFile needs. Read it, and write it whole with writeFile.`,
    );
  await requireNoPlaceholders('newStr', newStr, oldStr);
  const edit = { oldStr, newStr, replaceAll, maxLength: Math.max(maxTextLength, before.text.length + newStr.length) };
  const result = await context.ports.compute.run('replaceText', [before.text, edit], context);
  if (result.applied) {
    await requireNoPlaceholders('newStr', result.content, before.text);
    return { result, version: before.version };
  }
  const advice = result.reason === 'ambiguous' ? '\nIf every place is meant, set replaceAll.' : '';
  throw refused(`${fenceLines(await redact(result.message, context), filePath)}${advice}`);
}

/** Fences the lines of the file in the explanation of a refusal, which begin with their numbers. */
function fenceLines(message: string, name: string): string {
  const at = message.search(/\n+\d+\| /u);
  if (at < 0) return message;
  return `${message.slice(0, at)}\n${fenceText(message.slice(at).trim(), { source: 'file', name })}`;
}

function refused(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { reason: 'replacement_refused' } });
}
