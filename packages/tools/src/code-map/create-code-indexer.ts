import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { createCodeAttributes, readFileRoutes, readManifestFacts } from '@shipmate/code-analysis';
import { AppError } from '@shipmate/core';
import type { CodeFact, CodeMapFile, CodeMapImport } from '@shipmate/domain/code-map';
import type { ComputePort } from '../compute/compute-port.ts';
import type { GitCodePort, TreeFile } from '../git/git-port.ts';
import { analyzeContents, type SlimAnalysis } from './analyze-contents.ts';
import type { CodeIndexerPort, IndexProgress, IndexRequest } from './code-indexer-port.ts';
import { createLeftOut } from './left-out.ts';
import { openSkeleton } from './open-skeleton.ts';
import { isScriptFile, resolveCommit } from './resolve-commit.ts';
import { type IndexLimits, regularFiles, type SelectedFile, selectFiles } from './select-files.ts';

/** Options for {@link createCodeIndexer}. */
interface CodeIndexerOptions {
  readonly git: GitCodePort;
  readonly compute: ComputePort;
  /** The folder of skeletons. Default: the system's temp folder. */
  readonly tempRoot?: string;
  /** Default: 100,000 files, 1 MB of a file, 256 MB of all files. */
  readonly limits?: IndexLimits;
}

const defaultLimits: IndexLimits = { maxFiles: 100_000, maxFileBytes: 1_000_000, maxTotalBytes: 256_000_000 };
const historyDays = 90;
const maxManifests = 5_000;
const maxManifestBytes = 256_000;
const partSize = 500;

const manifestNames =
  /^(?:package\.json|(?:ts|js)config[\w.-]*\.json|pnpm-workspace\.yaml|go\.mod|Cargo\.toml|composer\.json|pyproject\.toml|Chart\.yaml)$/u;

/** Creates the indexer of commits in bare repositories of this machine. */
export function createCodeIndexer(options: CodeIndexerOptions): CodeIndexerPort {
  return {
    async index(request, signal) {
      try {
        return await indexCommit(request, signal, { tempRoot: tmpdir(), limits: defaultLimits, ...options });
      } catch (thrown) {
        if (!signal.aborted || AppError.isInstance(thrown)) throw thrown;
        throw new AppError({ code: 'ABORTED', message: 'The index was cancelled.', cause: thrown });
      }
    },
  };
}

async function indexCommit(
  { place, commit, analyses, onProgress }: IndexRequest,
  signal: AbortSignal,
  { git, compute, tempRoot, limits }: Required<CodeIndexerOptions>,
) {
  const report = (phase: IndexProgress['phase']) => (done: number, total: number) =>
    onProgress?.({ phase, done, total });
  const caller = { principal: { organizationId: place.organizationId }, signal };
  const readBlobs = (ids: readonly string[]) => git.readBlobs(place, ids, signal);
  const leftOut = createLeftOut();

  report('tree')(0, 0);
  const tree = await git.readTree(place, { commit, maxFiles: limits.maxFiles }, signal);
  const rules = await readTexts(
    regularFiles(tree.files, (name) => name === '.gitattributes', maxManifestBytes),
    readBlobs,
  );
  const files = await selectFiles(tree, { attributes: createCodeAttributes(rules), leftOut, limits });
  report('tree')(tree.files.length, tree.files.length);

  const shown = files.map(({ path }) => path);
  const isShown = new Set(shown);
  const manifests = await readTexts(
    regularFiles(tree.files, (name) => manifestNames.test(name), maxManifestBytes).filter(({ path }) =>
      isShown.has(path),
    ),
    readBlobs,
  );
  const needsSkeleton = files.some((file) => file.analysisKey !== null && isScriptFile(file));
  // Its files are written, and the threads for them start, while contents are analyzed.
  await using skeleton = needsSkeleton
    ? openSkeleton({ paths: shown, manifests }, { compute, caller, tempRoot })
    : undefined;
  const analyzed = await analyzeContents(files, {
    compute,
    caller,
    cache: analyses,
    readBlobs,
    leftOut,
    onProgress: report('analysis'),
  });
  const imports = await resolveCommit(
    {
      paths: shown,
      manifests,
      goNames: goNamesOf(files, analyzed),
      files: files.flatMap(({ path, language, analysisKey }) => {
        const written = analyzed.get(analysisKey ?? '')?.imports ?? [];
        return written.length === 0 || language === null ? [] : [{ path, language, imports: written }];
      }),
    },
    { compute, caller, skeleton, onProgress: report('imports') },
  );
  report('history')(0, 0);
  const [changes] = await Promise.all([
    git.countChanges(place, { commit, days: historyDays }, signal),
    skeleton?.[Symbol.asyncDispose](),
  ]);
  const mapped = await toMapFiles(files, { analyzed, imports, manifests, changes });
  return { commit, treeId: tree.treeId, files: mapped, leftOut: leftOut.list() };
}

/** Reads small texts by path, at most {@link maxManifests}. */
async function readTexts(
  files: readonly TreeFile[],
  readBlobs: (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (let from = 0; from < Math.min(files.length, maxManifests); from += partSize) {
    const part = files.slice(from, from + partSize);
    const blobs = await readBlobs(part.map(({ id }) => id));
    for (const { path, id } of part) {
      const bytes = blobs.get(id);
      if (bytes) texts.set(path, new TextDecoder().decode(bytes));
    }
  }
  return texts;
}

function goNamesOf(
  files: readonly SelectedFile[],
  analyzed: ReadonlyMap<string, SlimAnalysis>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files.flatMap(({ path, language, analysisKey }) => {
      const analysis = language === 'go' ? analyzed.get(analysisKey ?? '') : undefined;
      return analysis ? [[path, analysis.topSymbols.map(({ name }) => name)] as const] : [];
    }),
  );
}

/** What was found out about the files. */
interface FoundCode {
  readonly analyzed: ReadonlyMap<string, SlimAnalysis>;
  readonly imports: ReadonlyMap<string, readonly CodeMapImport[]>;
  readonly manifests: ReadonlyMap<string, string>;
  readonly changes: ReadonlyMap<string, number>;
}

async function toMapFiles(files: readonly SelectedFile[], found: FoundCode): Promise<readonly CodeMapFile[]> {
  const { analyzed, imports, changes } = found;
  const mapped: CodeMapFile[] = [];
  for (const [index, { path, size, blobId, language, analysisKey }] of files.entries()) {
    if (index % partSize === 0) await setImmediate();
    const analysis = analyzed.get(analysisKey ?? '');
    mapped.push({
      path,
      size,
      blobId,
      language,
      lines: analysis?.lines ?? null,
      recentChanges: changes.get(path) ?? 0,
      analysisKey: analysis ? analysisKey : null,
      imports: imports.get(path) ?? [],
      facts: factsOf(path, analysis, found),
    });
  }
  // Git orders paths by their bytes.
  return mapped.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function factsOf(path: string, analysis: SlimAnalysis | undefined, { manifests }: FoundCode): readonly CodeFact[] {
  const text = manifests.get(path);
  const facts = [
    ...(analysis?.facts ?? []),
    ...(analysis ? readFileRoutes(path, analysis.topSymbols) : []),
    ...(text === undefined ? [] : readManifestFacts(path, text)),
  ];
  return facts.toSorted((one, other) => one.line - other.line);
}
