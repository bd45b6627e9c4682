import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileAnalysis } from '@shipmate/domain/code-map';
import type { AnalysisCache } from '../../src/code-map/code-indexer-port.ts';
import { git } from '../../src/testing/start-git-server.ts';

/** A bare repository with a commit. */
export interface CodeRepository {
  readonly place: { readonly organizationId: string; readonly cache: string };
  readonly commit: string;
}

/** Creates a bare repository with one commit of files, and of links by their targets. */
export async function createCodeRepository(
  root: string,
  name: string,
  files: Readonly<Record<string, string | Uint8Array | { readonly link: string }>>,
): Promise<CodeRepository> {
  const work = join(root, `${name}-work`);
  await mkdir(work, { recursive: true });
  await git(work, 'init', '--quiet');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    const isContent = typeof content === 'string' || content instanceof Uint8Array;
    await (isContent ? writeFile(join(work, path), content) : symlink(content.link, join(work, path)));
  }
  await git(work, 'add', '--all', '--force');
  await git(work, 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
  return toBare(root, name, work);
}

/** Clones a repository as a bare one. */
export async function toBare(root: string, name: string, work: string): Promise<CodeRepository> {
  const cache = join(root, `${name}.git`);
  await git(work, 'clone', '--quiet', '--bare', '--no-hardlinks', work, cache);
  return { place: { organizationId: 'acme', cache }, commit: (await git(cache, 'rev-parse', 'HEAD')).trim() };
}

/** Creates a cache of analyses in memory. */
export function createMemoryAnalyses(): AnalysisCache & { readonly saved: Map<string, FileAnalysis> } {
  const saved = new Map<string, FileAnalysis>();
  return {
    saved,
    find: async (keys) => new Map([...saved].filter(([key]) => keys.includes(key))),
    async save(analyses) {
      for (const analysis of analyses) saved.set(analysis.key, analysis);
    },
  };
}
