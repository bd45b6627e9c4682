import { AppError, type ToolContext } from '@shipmate/core/tool';
import { type CheckoutFiles, findSensitiveName } from '@shipmate/domain/repository';
import type { CodePorts } from './code-ports.ts';
import type { SourceFile } from './read-source.ts';

/** A replacement of a part of a text. */
export interface TextEdit {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly text: string;
}

/** A file with its new text. */
export interface EditedSource {
  readonly source: SourceFile;
  readonly text: string;
}

/** Applies edits that do not overlap. Line breaks of new text become those of the file. */
export function applyEdits(source: SourceFile, edits: readonly TextEdit[]): EditedSource {
  const lineBreak = source.text.includes('\r\n') ? '\r\n' : '\n';
  let text = '';
  let at = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    text += source.text.slice(at, edit.start) + edit.text.replaceAll(/\r?\n/gu, lineBreak);
    at = edit.end;
  }
  return { source, text: text + source.text.slice(at) };
}

/**
 * Writes edited files after all of them were parsed.
 *
 * @throws AppError `VALIDATION_ERROR` when a file would have more syntax errors than before; nothing is written then. `CONFLICT` when a file
 * changed meanwhile; it names the files that were written.
 */
export async function writeEdits(
  edited: readonly EditedSource[],
  { files, context }: { readonly files: CheckoutFiles; readonly context: ToolContext<CodePorts> },
): Promise<void> {
  for (const { source } of edited) requireOrdinary(source);
  for (const { source, text } of edited) await requireParse(source, text, context);
  const written: string[] = [];
  for (const { source, text } of edited) {
    const { path, version, hasMark } = source;
    const bytes = new TextEncoder().encode(hasMark ? `\uFEFF${text}` : text);
    try {
      await files.write(path, bytes, { version, signal: context.signal });
    } catch (thrown) {
      if (!AppError.isInstance(thrown) || written.length === 0) throw thrown;
      const message = `${thrown.message} These files were changed before: ${written.slice(0, 20).join(', ')}.`;
      throw new AppError({ code: thrown.code, message, details: { written }, cause: thrown });
    }
    written.push(path);
  }
}

/** A person is asked before such a file changes, which only `editFile` and `writeFile` do. */
function requireOrdinary({ path }: SourceFile): void {
  const name = findSensitiveName(path);
  if (name === undefined) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${path}" runs programs outside of this run. Nothing was changed. Edit it with editFile, for which a person is asked.`,
    details: { path },
  });
}

async function requireParse(
  { path, text: old }: SourceFile,
  text: string,
  context: ToolContext<CodePorts>,
): Promise<void> {
  const { compute } = context.ports;
  const before = await compute.run('analyzeCode', [{ path, text: old }], context);
  const after = await compute.run('analyzeCode', [{ path, text }], context);
  if (after.syntaxErrors <= before.syntaxErrors) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `With this change "${path}" would have ${after.syntaxErrors} syntax errors, now it has ${before.syntaxErrors}. Nothing was changed. Check the new text.`,
    details: { path },
  });
}
