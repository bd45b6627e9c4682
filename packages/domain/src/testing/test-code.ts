import type { Principal } from '@shipmate/core';
import { type CodeMapFile, type FileAnalysis, type IndexedCode, toAnalysisKey } from '../code-map/index.ts';
import { newId } from '../identifier/id.ts';
import type { Repository } from '../repository/repository.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/** Adds a repository with a remote to a tenant. */
export async function addTestRepository(
  { stores }: UnitOfWork,
  principal: Principal,
  remoteUrl = 'https://git.example.test/acme/shop.git',
): Promise<Repository> {
  const id = newId();
  const place = { projectId: null, remoteUrl, localPath: null, defaultBranch: null };
  return stores.repositories.add(principal, { ...place, id, name: `shop-${id.slice(-8)}` });
}

/** A file for {@link createTestCode}. */
export interface TestCodeFile extends Partial<Pick<CodeMapFile, 'language' | 'size' | 'imports' | 'facts'>> {
  /** Names of functions, in the order of lines. */
  readonly symbols?: readonly string[];
  readonly docs?: Readonly<Record<string, string>>;
  readonly words?: string;
}

/** Creates code of a commit, with the analyses of its files, by path. */
export function createTestCode(
  commit: string,
  files: Readonly<Record<string, TestCodeFile>>,
): { readonly code: IndexedCode; readonly analyses: readonly FileAnalysis[] } {
  const paths = Object.keys(files).toSorted();
  const entries = paths.map((path) => {
    const { symbols = [], docs = {}, words = '', ...file } = files[path] ?? {};
    const blobId = `${path}:${JSON.stringify([symbols, words])}`;
    const analysisKey = toAnalysisKey({ blobId, path });
    const analysis: FileAnalysis = {
      key: analysisKey,
      lines: 10,
      symbols: symbols.map((name, index) => ({
        name,
        kind: 'function',
        container: null,
        startLine: index + 1,
        endLine: index + 1,
        exported: true,
        doc: docs[name] ?? null,
      })),
      imports: [],
      facts: [],
      words,
    };
    const indexed: CodeMapFile = {
      path,
      size: 100,
      blobId,
      language: 'typescript',
      lines: 10,
      recentChanges: 1,
      analysisKey,
      imports: [],
      facts: [],
      ...file,
    };
    return { analysis, indexed };
  });
  return {
    code: { commit, treeId: `tree of ${commit}`, files: entries.map(({ indexed }) => indexed), leftOut: [] },
    analyses: entries.map(({ analysis }) => analysis),
  };
}
