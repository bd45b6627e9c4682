import type { FileView } from '@shipmate/protocol';
import { pathOf } from '../workspace/file-change.ts';

/** A text that a person writes, and what the file held when they began. */
export interface EditSession {
  readonly path: string;
  readonly base: string;
  readonly text: string;
}

/**
 * What became of a file since somebody began to edit it. `same`: it holds what it held, whatever was decided about it;
 * `gone`: it is in the workspace no more.
 */
export type Meanwhile = 'same' | 'changed' | 'deleted' | 'gone';

/** What a file holds, its pending change counted in; of one that is to be deleted, what it holds until then. */
export function textOf(file: FileView): string {
  return file.contentPending ?? file.content;
}

/** Begins to edit a file as it would be accepted. */
export function beginEdit(file: FileView): EditSession {
  return rebase(file, textOf(file));
}

/** Goes on with `text` from what the file is now; to be called once the person has seen that. */
export function rebase(file: FileView, text: string): EditSession {
  return { path: pathOf(file), base: textOf(file), text };
}

/** Whether there is anything to save. */
export function isDirty({ base, text }: EditSession): boolean {
  return base !== text;
}

/** Compares what somebody began with to what is there now. */
export function toMeanwhile({ base }: EditSession, file: FileView | undefined): Meanwhile {
  if (!file) return 'gone';
  if (file.pendingOp === 'delete') return 'deleted';
  return textOf(file) === base ? 'same' : 'changed';
}
