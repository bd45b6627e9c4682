import type { FileView } from '@shipmate/protocol/web/workspace';
import { pathOf } from './file-change.ts';

/** A text in an editor, and the file's content when the edit began. */
export interface EditSession {
  readonly path: string;
  readonly base: string;
  readonly text: string;
}

/**
 * The change of a file since an edit began. `same`: its content is unchanged, whatever was decided about it; `gone`: it
 * is no longer in the workspace.
 */
export type Meanwhile = 'same' | 'changed' | 'deleted' | 'gone';

/** Returns the content of a file including its pending change; of one pending deletion, its current content. */
export function textOf(file: FileView): string {
  return file.contentPending ?? file.content;
}

/** Begins an edit with the pending content of a file. */
export function beginEdit(file: FileView): EditSession {
  return rebase(file, textOf(file));
}

/**
 * Continues the edit with `text`, based on the current content of the file; call it once the person has seen that
 * content.
 */
export function rebase(file: FileView, text: string): EditSession {
  return { path: pathOf(file), base: textOf(file), text };
}

/** Returns true when there are unsaved changes. */
export function isDirty({ base, text }: EditSession): boolean {
  return base !== text;
}

/** Compares the content at the start of an edit with the current content. */
export function toMeanwhile({ base }: EditSession, file: FileView | undefined): Meanwhile {
  if (!file) return 'gone';
  if (file.pendingOp === 'delete') return 'deleted';
  return textOf(file) === base ? 'same' : 'changed';
}
