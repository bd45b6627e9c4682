/** A change of a file. */
interface ChangedFile {
  readonly path: string;
  /** The path before a rename; null for any other change. */
  readonly oldPath: string | null;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  /** The hunks as unified diff; empty if no line has changed. */
  readonly hunks: string;
}

/** Returns a change of a file as a patch that `git apply` and `patch -p1` take. */
export function toFilePatch({ path, oldPath, status, hunks }: ChangedFile): string {
  const before = toGitPath('a', oldPath ?? path);
  const after = toGitPath('b', path);
  const isRenamed = oldPath !== null && oldPath !== path;
  // A file that became a link, or a link that became a file, is a deletion with the new one behind it.
  const [, newMode] = /^diff --git .*\nnew file mode (\d+)$/mu.exec(hunks) ?? [];
  const isDeleted = status === 'deleted' || newMode !== undefined;
  const lines = [`diff --git ${before} ${after}`];
  if (isRenamed) lines.push(`rename from ${quotePath(oldPath)}`, `rename to ${quotePath(path)}`);
  // Git takes /dev/null for a path without these lines.
  if (status === 'added') lines.push('new file mode 100644');
  if (isDeleted) lines.push(`deleted file mode ${newMode === undefined || newMode === '120000' ? '100644' : '120000'}`);
  if (hunks !== '') {
    lines.push(`--- ${status === 'added' ? '/dev/null' : before}`, `+++ ${isDeleted ? '/dev/null' : after}`, hunks);
  }
  return `${lines.join('\n').replace(/\n$/, '')}\n`;
}

function toGitPath(side: 'a' | 'b', path: string): string {
  return quotePath(`${side}/${path}`);
}

/** Quotes a path as git does, if its characters would end it. */
function quotePath(path: string): string {
  return /["\\\n\t]/u.test(path) ? JSON.stringify(path) : path;
}
