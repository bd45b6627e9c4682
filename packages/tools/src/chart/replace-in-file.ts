import { AppError, type ToolContext } from '@shipmate/core';
import {
  effectiveContent,
  maxFileCharacters,
  newId,
  toPending,
  type TextReplacement,
  type UnitOfWork,
  type WorkspaceFile,
} from '@shipmate/domain';
import { workAside } from '../aside/work-aside.ts';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { createEditFailure, fileMissing } from './edit-failure.ts';
import { findFile } from './find-file.ts';
import { storeEdit } from './store-edit.ts';
import { withYamlWarning } from './yaml-warning.ts';

interface Replace {
  readonly path: string;
  readonly oldStr: string;
  readonly newStr: string;
  readonly replaceAll: boolean;
}

/** Replaces a passage of a file as a pending change, and logs the attempt whether it was found or not. */
export async function replaceInFile(replace: Replace, context: ToolContext<{ unitOfWork: UnitOfWork }>) {
  const { principal, ports, signal, runId = null } = context;
  const workspaceId = workspaceIdOf(context);
  const attempt = await ports.unitOfWork.transaction(async (stores) => {
    const { workspaces, stringReplaceLog } = stores;
    const { currentRevisionNumber: revisionNumber } = await workspaces.lock(principal, workspaceId);
    const file = await findFile(stores, principal, { workspaceId, path: replace.path });
    const result = await tryReplace(file, replace, signal);
    const failed = AppError.isInstance(result);
    let isFileChanged = false;
    if (file && !failed) {
      const pending = toPending(file, result.content);
      isFileChanged = await storeEdit(stores, context, { before: file, after: { ...file, pending } });
    }
    const { path, oldStr, newStr } = replace;
    await stringReplaceLog.append(principal, {
      path,
      oldStr,
      newStr,
      id: newId(),
      workspaceId,
      revisionNumber,
      runId,
      found: !failed,
      tier: failed ? null : result.tier,
      errorMessage: failed ? result.message : null,
    });
    return failed ? result : { ...result, isFileChanged };
  });
  // Thrown only now: within the transaction it would take the log entry with it.
  if (AppError.isInstance(attempt)) throw attempt;
  const { content, count, diff, isFileChanged } = attempt;
  const notice = isFileChanged
    ? ' Somebody else had changed this file since you last saw it: view it before you go on.'
    : '';
  const message = await withYamlWarning(describeReplacement(attempt) + notice, { path: replace.path, content }, signal);
  return { success: true as const, content, count, message, diff };
}

function describeReplacement({ range: { first, last }, count, tier }: TextReplacement): string {
  const places = count === 1 ? '' : `${count} places, `;
  const lines = places + (first === last ? `line ${first}` : `lines ${first} to ${last}`);
  const advice = tier === 'exact' ? '' : ' oldStr was not exact: see in the diff whether this is what you meant.';
  return `Replaced ${lines} (${tier.replaceAll('_', ' ')} match).${advice} The change is pending review.`;
}

async function tryReplace(
  file: WorkspaceFile | undefined,
  { oldStr, newStr, replaceAll }: Replace,
  signal: AbortSignal,
): Promise<TextReplacement | AppError> {
  const content = file && effectiveContent(file);
  if (content === undefined) return fileMissing();
  const edit = { oldStr, newStr, replaceAll, maxLength: maxFileCharacters };
  const result = await workAside({ name: 'replaceText', args: [content, edit] }, signal);
  if (result.applied) return result;
  const prefix = result.reason === 'absent' ? 'Error: String to replace not found in file.' : 'Error:';
  const advice = result.reason === 'ambiguous' ? '\nIf every place is meant, set replaceAll.' : '';
  return createEditFailure('replacement_refused', `${prefix} ${result.message}${advice}`);
}
