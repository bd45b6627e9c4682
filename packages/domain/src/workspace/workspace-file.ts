/** Maximum length of a file. */
export const maxFileCharacters = 1_000_000;

/** An edit that waits for a decision. */
export type PendingChange =
  | { readonly op: 'create'; readonly content: string }
  | { readonly op: 'modify'; readonly content: string }
  | { readonly op: 'delete' }
  /** Moves the file to `path`, with new content if `content` is given. */
  | { readonly op: 'rename'; readonly path: string; readonly content?: string };

/** A file of a revision. Its id is the same in every revision; its path is unique within one. */
export interface WorkspaceFile {
  readonly id: string;
  readonly chartId: string | null;
  /** Relative to the workspace, `/` between segments. */
  readonly path: string;
  /** The accepted content; `''` for a file whose creation is pending. */
  readonly content: string;
  readonly pending: PendingChange | null;
}

/** Returns a file's content including its pending change; `undefined` if that deletes it. */
export function effectiveContent(file: WorkspaceFile): string | undefined {
  switch (file.pending?.op) {
    case undefined:
      return file.content;
    case 'delete':
      return undefined;
    case 'rename':
      return file.pending.content ?? file.content;
    case 'create':
    case 'modify':
      return file.pending.content;
  }
}

/** Returns a file's path including its pending change, or its last path if that deletes it. */
export function effectivePath({ path, pending }: WorkspaceFile): string {
  return pending?.op === 'rename' ? pending.path : path;
}
