import { AppError, defineTool } from '@shipmate/core';
import type { FoundSecret } from '@shipmate/domain/secrets';
import { z } from 'zod';
import { stage } from './git-add.ts';
import { type Git, type GitToolContext, keptStart, openGit } from './git-tool.ts';
import { parseChangedFiles } from './parse-diff.ts';
import { diffOptions } from './read-diff.ts';

const maxListed = 200;
/** The changes that are searched for secrets, in bytes. */
const maxPatchBytes = 32_000_000;

export const gitCommit = defineTool({
  name: 'gitCommit',
  description:
    'Commits the staged changes, or with addAll all changes including new files. Without changes nothing is committed, and committed is ' +
    'false. A commit that adds a secret, such as an access token or a private key, is refused with its place. The message begins with one ' +
    'line that states the change; more follows after an empty line.',
  effect: 'write',
  exclusive: true,
  input: z.object({
    message: z.string().trim().min(1).max(20_000).describe('Commit message'),
    addAll: z.boolean().default(false).describe('Add all changes before committing'),
  }),
  output: z.object({
    committed: z.boolean(),
    hash: z.string().nullable(),
    branch: z.string().nullable(),
    filesChanged: z.number().int(),
    insertions: z.number().int(),
    deletions: z.number().int(),
    files: z.array(z.string()),
  }),
  async execute({ message, addAll }, context: GitToolContext) {
    if (message.includes('\0')) throw invalid('The message holds a NUL character.');
    const git = await openGit(context);
    if (addAll) await stage(git, ['.']);
    const listed = await git.run(['diff', ...diffOptions, '--cached', '--raw', '--numstat', '-z', '--']);
    const changed = parseChangedFiles(keptStart(listed));
    const conflicted = changed.filter(({ status }) => status === 'conflicted').map(({ path }) => path);
    if (conflicted.length > 0) {
      const names = conflicted.slice(0, 20).join(', ');
      throw new AppError({
        code: 'CONFLICT',
        message: `These files are in conflict: ${names}. Edit them and stage them first.`,
      });
    }
    const branch = (await git.branch()) ?? null;
    const sum = (field: 'additions' | 'deletions'): number => changed.reduce((total, file) => total + file[field], 0);
    const result = {
      branch,
      filesChanged: changed.length,
      insertions: sum('additions'),
      deletions: sum('deletions'),
      files: changed.slice(0, maxListed).map(({ path }) => path),
    };
    if (changed.length === 0) return { committed: false, hash: null, ...result };
    await requireNoSecrets(git, message, context);
    const author = context.ports.workTrees.authorOf(context.userId);
    const options = [
      '--quiet',
      '--file=-',
      '--cleanup=whitespace',
      '--no-verify',
      '--no-gpg-sign',
      '--no-edit',
      '--no-post-rewrite',
    ];
    await git.read(['commit', ...options], { stdin: message, author });
    return { committed: true, hash: (await git.head()) ?? null, ...result };
  },
  toModel({ committed, hash, filesChanged, insertions, deletions }) {
    if (!committed) return 'Nothing to commit: no change is staged. Stage files with gitAdd, or use addAll.';
    return `Committed ${hash}: ${filesChanged} files changed, ${insertions} lines added, ${deletions} deleted.`;
  },
});

/** @throws AppError `VALIDATION_ERROR` that names the places of secrets in the message and in added lines, without the secrets. */
async function requireNoSecrets(git: Git, message: string, context: GitToolContext): Promise<void> {
  const args = [
    'diff',
    ...diffOptions,
    '--cached',
    '--unified=0',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--text',
    '--',
  ];
  const { stdout, truncated } = await git.run(args, { maxOutputBytes: maxPatchBytes });
  if (truncated) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `The changes have more than ${maxPatchBytes / 1_000_000} MB and cannot be searched for secrets. Commit them in parts.`,
    });
  }
  const inMessage = await findSecrets(message, context);
  const places = [
    ...inMessage.map(({ rule, line }) => `line ${line} of the message (${rule})`),
    ...(await findAddedSecrets(stdout, context)),
  ];
  if (places.length === 0) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The commit would add secrets at ${places.slice(0, 20).join(', ')}. Remove them, and read them from the environment instead.`,
    details: { reason: 'secret', places: places.slice(0, 20) },
  });
}

/** Passwords in addresses are usual in settings for development and in tests. */
const allowedRules: ReadonlySet<string> = new Set(['url-password']);

async function findSecrets(text: string, context: GitToolContext): Promise<FoundSecret[]> {
  const found = await context.ports.compute.run('findSecrets', [text], context);
  return found.filter(({ rule }) => !allowedRules.has(rule));
}

/** The longest text that is searched in one call of a thread, in characters. */
const sliceLength = 1_000_000;

/** Finds secrets in the added lines of a patch without context lines; a file and the line in it, for each. */
async function findAddedSecrets(patch: string, context: GitToolContext): Promise<string[]> {
  const rules = new Map<number, string>();
  for (let start = 0; start < patch.length; ) {
    const cut = patch.indexOf('\n', start + sliceLength);
    const end = cut < 0 ? patch.length : cut + 1;
    for (const secret of await findSecrets(patch.slice(start, end), context)) {
      rules.set(patch.lastIndexOf('\n', start + secret.start) + 1, secret.rule);
    }
    start = end;
  }
  return rules.size === 0 ? [] : toPlaces(patch, rules);
}

/** Converts places in a patch to lines of files. @param rules The formats of the secrets by the beginning of their line. */
function toPlaces(patch: string, rules: ReadonlyMap<number, string>): string[] {
  const places: string[] = [];
  let path = '';
  let line = 0;
  let isHunk = false;
  let start = 0;
  for (const text of patch.split('\n')) {
    if (text.startsWith('diff --')) isHunk = false;
    else if (text.startsWith('@@')) {
      isHunk = true;
      line = Number(/^@@+ [^+]*\+(\d+)/u.exec(text)?.[1] ?? 0) - 1;
    } else if (!isHunk) path = /^\+\+\+ "?b\/([^]*?)"?\t?$/u.exec(text)?.[1] ?? path;
    else if (text.startsWith('+')) {
      line += 1;
      const rule = rules.get(start);
      if (rule !== undefined) places.push(`${path}:${line} (${rule})`);
    }
    start += text.length + 1;
  }
  return places;
}

function invalid(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field: 'message' } });
}
