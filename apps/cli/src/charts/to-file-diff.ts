import { toUnifiedDiff } from '@shipmate/domain/text';

/** A file before and after a change; null where it does not exist. */
export interface ChangedFile {
  readonly path: string;
  readonly previousPath: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns a change of a file as a patch that `git apply` and `patch -p1` take. */
export function toFileDiff({ path, previousPath, before, after }: ChangedFile): string {
  const from = before === null ? '/dev/null' : `a/${previousPath ?? path}`;
  const to = after === null ? '/dev/null' : `b/${path}`;
  const hunks = before === after ? '' : toUnifiedDiff(before ?? '', after ?? '');
  const renamed =
    previousPath === null || previousPath === path ? '' : `rename from ${previousPath}\nrename to ${path}\n`;
  const heading = hunks === '' ? '' : `--- ${from}\n+++ ${to}\n`;
  return `diff --git a/${previousPath ?? path} b/${path}\n${renamed}${heading}${hunks}`.trimEnd();
}
