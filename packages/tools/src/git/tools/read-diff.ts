import { fenceText } from '@shipmate/core/tool';
import { z } from 'zod';
import { type Git, keptStart } from './git-tool.ts';
import { type ChangedFile, changedFileSchema, parseChangedFiles, parseHunks } from './parse-diff.ts';

/** Changed files with their changes, within bounds. */
export function diffSchema() {
  return z.object({
    files: z.array(changedFileSchema()),
    totalFiles: z.number().int(),
    additions: z.number().int(),
    deletions: z.number().int(),
    /** True if files or lines were left out. */
    truncated: z.boolean(),
  });
}

type Diff = z.output<ReturnType<typeof diffSchema>>;

/** What {@link readDiff} compares. */
interface DiffRange {
  /** `--cached`, or one or two hashes. */
  readonly revisions: readonly string[];
  /** The end of the command. */
  readonly paths: readonly string[];
  readonly contextLines: number;
}

const maxFiles = 300;
const maxChars = 60_000;
const maxLineChars = 2_000;
const maxPatchBytes = 2_000_000;

/** Options of everything that compares: no program of the repository, and no look into submodules. */
export const diffOptions: readonly string[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '--find-renames',
  '--diff-algorithm=histogram',
];

/** Compares revisions, the index or the work tree. */
export async function readDiff(git: Git, { revisions, paths, contextLines }: DiffRange): Promise<Diff> {
  const listing = ['diff', ...diffOptions, '--raw', '--numstat', '-z', '--no-abbrev', ...revisions, ...paths];
  const listed = await git.run(listing);
  if (listed.exitCode !== 0) await git.read(listing);
  const all = parseChangedFiles(keptStart(listed));
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/', '--inter-hunk-context=0', `--unified=${contextLines}`];
  const patch = await git.run(['diff', ...diffOptions, ...prefixes, '--patch', ...revisions, ...paths], {
    maxOutputBytes: maxPatchBytes * 2,
  });
  const { hunks, truncated } = parseHunks(await git.redactPatch(keptStart(patch)), { maxChars, maxLineChars });
  const files = all.slice(0, maxFiles).map((file): ChangedFile => ({ ...file, hunks: hunks.get(file.path) ?? [] }));
  return {
    files,
    totalFiles: all.length,
    additions: all.reduce((sum, { additions }) => sum + additions, 0),
    deletions: all.reduce((sum, { deletions }) => sum + deletions, 0),
    truncated: truncated || patch.truncated || listed.truncated || all.length > maxFiles,
  };
}

/** Returns a comparison with the names and counts of its files alone. */
export function withoutHunks({ files, ...diff }: Diff): Diff {
  return { ...diff, files: files.map((file) => ({ ...file, hunks: [] })), truncated: files.length < diff.totalFiles };
}

/** Renders a comparison for a model. */
export function describeDiff({ files, totalFiles, additions, deletions, truncated }: Diff): string {
  const head = `${totalFiles} files changed, ${additions} lines added, ${deletions} deleted.`;
  if (files.length === 0) return head;
  const cut = truncated ? ' Not all is shown: narrow the call with paths.' : '';
  const text = files.map((file) => [titleOf(file), ...file.hunks.map(textOf)].join('\n')).join('\n');
  return `${head}${cut}\n${fenceText(text, { source: 'file' })}`;
}

function titleOf({ path, oldPath, status, additions, deletions, binary }: ChangedFile): string {
  const name = oldPath === undefined ? path : `${oldPath} → ${path}`;
  return `${status} ${name} ${binary ? '(binary)' : `(+${additions} -${deletions})`}`;
}

function textOf({ oldStart, oldLines, newStart, newLines, text }: ChangedFile['hunks'][number]): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${text}`;
}
