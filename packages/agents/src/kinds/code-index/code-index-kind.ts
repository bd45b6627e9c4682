import { AppError, type Embedder, noUsage, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { CodeIndex, IndexedCode } from '@shipmate/domain/code-map';
import { isUpload, type Repository } from '@shipmate/domain/repository';
import type { CodeIndexerPort } from '@shipmate/tools/code-map';
import type { GitObjectsPort } from '@shipmate/tools/git';
import type { RunKind, RunTask, RunWork } from '../../run/execute/run-kind.ts';
import { retryDatabase } from '../../run/log/retry-database.ts';
import type { EarlyOutcome, RunEnding } from '../../run/settle/end-run.ts';
import { toRunPrincipal } from '../../run/settle/run-principal.ts';
import { toCacheFolder } from '../repository/repository-folders.ts';
import { openRepositoryAccess, type RepositoryPorts } from '../repository/repository-ports.ts';
import { embedCode } from './embed-code.ts';
import { createProgressReport, type ProgressReport } from './index-progress.ts';

/** Resources for {@link createCodeIndexKind}. */
interface CodeIndexKindOptions {
  readonly unitOfWork: UnitOfWork;
  readonly ports: Pick<RepositoryPorts, 'workTrees' | 'root'>;
  readonly objects: Pick<GitObjectsPort, 'resolve' | 'listBranches'>;
  readonly indexer: CodeIndexerPort;
  readonly embedder: Embedder | undefined;
}

/**
 * Creates the kind of run that indexes the code of a repository. Analyses are stored while it runs, so that a takeover does not repeat
 * them; the map is stored once, in the transaction that ends the run.
 */
export function createCodeIndexKind(options: CodeIndexKindOptions): RunKind {
  return { name: 'code_index', open: (work) => openIndex(options, work) };
}

function openIndex(options: CodeIndexKindOptions, work: RunWork): RunTask {
  const { stores } = options.unitOfWork;
  const principal = toRunPrincipal(work.run);
  let restored: Target | undefined;

  return {
    async restore() {
      restored = await retryDatabase(work.outageLimits, async () => {
        const index = await stores.codeIndexes.get(principal, work.run.id);
        return { index, repository: await stores.repositories.get(principal, index.repositoryId) };
      });
      return undefined;
    },

    async execute(recorder) {
      if (restored === undefined) throw new AppError({ code: 'INTERNAL_ERROR', message: 'Nothing was restored.' });
      const { index } = restored;
      const report = createProgressReport(recorder, { principal, indexId: index.id });
      try {
        const { code, branch } = await indexCode(options, { ...restored, work, principal, report });
        report.report({ phase: 'save', done: 0, total: code.files.length });
        await report.flush();
        const map = { id: index.id, repositoryId: index.repositoryId, branch, code };
        return toEnding({ status: 'completed', stopReason: 'final' }, async ({ codeMaps }) => {
          await codeMaps.save(principal, map);
        });
      } catch (thrown) {
        await report.flush();
        if (work.stopping.aborted) return toEnding({ status: 'cancelled', stopReason: 'aborted' });
        if (work.aborting.aborted) return 'queued';
        throw thrown;
      }
    },

    end: (outcome) => toEnding(outcome),
  };
}

/** The index of a run and its repository. */
interface Target {
  readonly index: CodeIndex;
  readonly repository: Repository;
}

interface OpenIndex extends Target {
  readonly work: RunWork;
  readonly principal: Principal;
  readonly report: ProgressReport;
}

async function indexCode(
  options: CodeIndexKindOptions,
  open: OpenIndex,
): Promise<{ readonly code: IndexedCode; readonly branch: string | null }> {
  const { indexer, embedder, unitOfWork, ports } = options;
  const { index, repository, work, principal, report } = open;
  const { signal, outageLimits } = work;
  const { codeMaps } = unitOfWork.stores;
  const { organizationId } = principal;
  const cache = toCacheFolder(ports.root, organizationId, { ...repository, repositoryId: repository.id });
  const place = { organizationId, cache };
  report.report({ phase: 'fetch', done: 0, total: 0 });
  const head = await updateCache(options, { ...open, cache });
  const ref = await toRef(options, { index, repository, head, place, signal });
  const commit = await options.objects.resolve(place, ref, signal);
  const code = await indexer.index(
    {
      place,
      commit,
      analyses: {
        find: (keys) => retryDatabase(outageLimits, () => codeMaps.findAnalyses(principal, keys)),
        save: (analyses) => retryDatabase(outageLimits, () => codeMaps.saveAnalyses(principal, analyses)),
      },
      onProgress: (progress) => report.report(progress),
    },
    signal,
  );
  if (embedder !== undefined) {
    const onProgress = report.report.bind(report);
    const isComplete = await embedCode(code, { codeMaps, principal, embedder, onProgress }, signal);
    if (!isComplete) work.logger.warn('files have no vectors, as the embedding model does not answer');
  }
  return { code, branch: 'branch' in ref ? ref.branch : null };
}

/** Fetches the branches of a remote or local folder. The copy of an uploaded archive is the repository itself. */
async function updateCache(
  { unitOfWork, ports }: CodeIndexKindOptions,
  { repository, work, principal, cache }: OpenIndex & { readonly cache: string },
): Promise<string | undefined> {
  if (isUpload(repository)) return undefined;
  const { repositories } = unitOfWork.stores;
  const token = await retryDatabase(work.outageLimits, () => repositories.openToken(principal, repository.id));
  const right = await openRepositoryAccess({ ...repository, repositoryId: repository.id });
  const access = { ...right, ...(token !== undefined && { token }) };
  const { organizationId } = principal;
  return (await ports.workTrees.updateCache({ organizationId, cache, ...access }, work.signal))?.branch;
}

/** Returns the requested branch or commit, or else the default branch. */
async function toRef(
  { objects }: CodeIndexKindOptions,
  {
    index,
    repository,
    head,
    place,
    signal,
  }: Target & {
    readonly head: string | undefined;
    readonly place: { readonly organizationId: string; readonly cache: string };
    readonly signal: AbortSignal;
  },
): Promise<{ readonly branch: string } | { readonly commit: string }> {
  if (index.commit !== null) return { commit: index.commit };
  const branch = index.branch ?? repository.defaultBranch ?? head;
  if (branch !== undefined) return { branch };
  const [first] = await objects.listBranches(place, signal);
  if (first !== undefined) return { branch: first.name };
  throw new AppError({ code: 'CONFLICT', message: 'The repository has no commit yet. Push a first one.' });
}

function toEnding(outcome: EarlyOutcome, settle: RunEnding['settle'] = () => Promise.resolve()): RunEnding {
  return { outcome: { ...outcome, usage: noUsage }, costUsd: 0, settle };
}
