import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CodeBlock, findCodeBlocks } from './code-blocks.ts';

/** URL of the repository's root, with a trailing slash. */
export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Reads a file of the repository. */
export function readRepositoryFile(path: string): Promise<string> {
  return readFile(new URL(path, `file://${repository}`), 'utf8');
}

/** Returns the paths of all documents: README, docs, decisions and the READMEs of packages and apps. */
export async function listDocuments(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', ':!.changeset'],
    { cwd: repository },
  );
  return stdout.trim().split('\n');
}

/** Returns the fenced blocks of all documents. */
export async function readCodeBlocks(): Promise<readonly CodeBlock[]> {
  const documents = await listDocuments();
  const pages = await Promise.all(documents.map(readRepositoryFile));
  return pages.flatMap((page, index) => findCodeBlocks(documents[index] ?? '', page));
}
