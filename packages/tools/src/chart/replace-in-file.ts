import { AppError, type ToolContext } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { TextReplacement } from '@shipmate/domain/text';
import type { ChartEditStores } from '@shipmate/domain/tool-storage';
import {
  effectiveContent,
  effectivePath,
  maxFileCharacters,
  toPending,
  versionOf,
  type Workspace,
  type WorkspaceFile,
} from '@shipmate/domain/workspace';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { createEditFailure } from './edit-failure.ts';
import type { EditPorts } from './edit-ports.ts';
import { findFile, toFileMissing } from './find-file.ts';
import { storeEdit } from './store-edit.ts';
import { withYamlWarning } from './yaml-warning.ts';

/** The passage to replace, and its replacement. */
interface ReplaceRequest {
  readonly path: string;
  readonly oldStr: string;
  readonly newStr: string;
  readonly replaceAll: boolean;
}

type EditorContext = ToolContext<EditPorts>;

/** A replacement and the file that it was computed from. */
interface Attempt {
  readonly file: WorkspaceFile | undefined;
  readonly result: TextReplacement | AppError;
}

/** The number of times an edit is recomputed because the file changed concurrently. */
const maxAttempts = 50;

/**
 * Replaces a passage of a file as a pending change, and logs the attempt whether the passage was found or not.
 *
 * The passage is searched outside the transaction; if the file has changed before the result is stored, the
 * replacement is computed again.
 */
export async function replaceInFile(replace: ReplaceRequest, context: EditorContext) {
  const stored = await attemptUntilStored(replace, context);
  const { content, count, diff, isFileChanged } = stored;
  const notice = isFileChanged
    ? ' Another user has changed this file since you last viewed it. View it before the next edit.'
    : '';
  const edited = { message: describeReplacement(stored) + notice, path: replace.path, content };
  const message = await withYamlWarning(edited, context.ports.compute, context);
  return { success: true as const, content, count, message, diff };
}

async function attemptUntilStored(replace: ReplaceRequest, context: EditorContext) {
  const { principal } = context;
  const { chartFiles } = context.ports;
  const place = { workspaceId: workspaceIdOf(context), path: replace.path };
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const file = await findFile(chartFiles, principal, place);
    const attempt = { file, result: await tryReplace(file, replace, context) };
    const stored = await chartFiles.edit(principal, place.workspaceId, (stores, workspace) =>
      storeAttempt(stores, context, { replace, attempt, workspace }),
    );
    // Thrown after the transaction, which would otherwise roll back the log entry.
    if (AppError.isInstance(stored)) throw stored;
    if (stored) return stored;
  }
  throw new AppError({
    code: 'CONFLICT',
    message: `"${replace.path}" keeps changing. View it and try the edit again.`,
  });
}

/**
 * Stores an attempt and its log entry; `undefined`, with nothing stored, when the file has changed since the attempt
 * was computed.
 */
async function storeAttempt(
  stores: ChartEditStores,
  context: EditorContext,
  {
    replace,
    attempt,
    workspace,
  }: { readonly replace: ReplaceRequest; readonly attempt: Attempt; readonly workspace: Workspace },
) {
  const { principal, runId = null } = context;
  const { id: workspaceId, currentRevisionNumber: revisionNumber } = workspace;
  const { path, oldStr, newStr } = replace;
  const file = await findFile(stores.workspaces, principal, { workspaceId, path });
  if (!isSameFile(file, attempt.file)) return undefined;
  const { result } = attempt;
  const isFailed = AppError.isInstance(result);
  let isFileChanged = false;
  if (file && !isFailed) {
    const pending = toPending(file, result.content);
    isFileChanged = await storeEdit(stores, context, { before: file, after: { ...file, pending } });
  }
  await stores.stringReplaceLog.append(principal, {
    path,
    oldStr,
    newStr,
    id: newId(),
    workspaceId,
    revisionNumber,
    runId,
    found: !isFailed,
    tier: isFailed ? null : result.tier,
    errorMessage: isFailed ? result.message : null,
  });
  return isFailed ? result : { ...result, isFileChanged };
}

function isSameFile(file: WorkspaceFile | undefined, other: WorkspaceFile | undefined): boolean {
  if (file === undefined || other === undefined) return file === other;
  return file.id === other.id && versionOf(file) === versionOf(other);
}

function describeReplacement({ range: { first, last }, count, tier }: TextReplacement): string {
  const places = count === 1 ? '' : `${count} places, `;
  const lines = places + (first === last ? `line ${first}` : `lines ${first} to ${last}`);
  const advice = tier === 'exact' ? '' : ' oldStr was not exact: check that these are the lines you meant.';
  return `Replaced ${lines} (${tier.replaceAll('_', ' ')} match).${advice} The change is pending review.`;
}

async function tryReplace(
  file: WorkspaceFile | undefined,
  { path, oldStr, newStr, replaceAll }: ReplaceRequest,
  context: EditorContext,
): Promise<TextReplacement | AppError> {
  const content = file && effectiveContent(file);
  const { compute, chartFiles } = context.ports;
  if (file === undefined || content === undefined) {
    return toFileMissing(chartFiles, context.principal, { workspaceId: workspaceIdOf(context), path });
  }
  const edit = { oldStr, newStr, replaceAll, maxLength: maxFileCharacters };
  const result = await compute.run('replaceText', [content, edit], context);
  if (result.applied) {
    const edited = { path: effectivePath(file), before: content, after: result.content };
    const problem = await compute.run('findParseRegression', [edited], context);
    return problem === undefined ? result : createParseFailure(edited.path, { problem, result });
  }
  const prefix = result.reason === 'absent' ? 'Error: String to replace not found in file.' : 'Error:';
  const advice = result.reason === 'ambiguous' ? '\nIf every place is meant, set replaceAll.' : '';
  return createEditFailure('replacement_refused', `${prefix} ${result.message}${advice}`);
}

function createParseFailure(
  path: string,
  { problem, result: { tier, diff } }: { readonly problem: string; readonly result: TextReplacement },
): AppError {
  const cause = tier === 'exact' ? '' : ' oldStr was not exact, so newStr may have been indented wrongly.';
  return createEditFailure(
    'replacement_refused',
    `Error: The file parses now, and after this edit "${path}" would be ${problem}. Nothing was changed.${cause} ` +
      `Copy oldStr exactly from the file and indent newStr as the file is. The edit would have been:\n${diff}`,
  );
}
