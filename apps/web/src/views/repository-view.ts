import type { Repository, RepositoryJob, RepositoryJobListing } from '@shipmate/domain/repository';
import type { Run } from '@shipmate/domain/run';
import type { RepositoryJobHead, RepositoryJobView, RepositoryView } from '@shipmate/protocol/web/repositories';

/** Returns a repository without its token. */
export function toRepositoryView(repository: Repository): RepositoryView {
  const { id, name, projectId, remoteUrl, localPath, defaultBranch, hasToken, createdAt } = repository;
  return { id, name, projectId, remoteUrl, localPath, defaultBranch, hasToken, createdAt: createdAt.toISOString() };
}

/** Returns a row of a list of jobs. */
export function toJobHead(job: RepositoryJobListing): RepositoryJobHead {
  const { id, conversationId, repositoryId, title, baseBranch, branch, claim, outcome, pushedBranch, changedFiles } =
    job;
  const status = job.runStatus;
  const createdAt = job.createdAt.toISOString();
  return {
    id,
    conversationId,
    repositoryId,
    title,
    status,
    baseBranch,
    branch,
    claim,
    outcome,
    pushedBranch,
    changedFiles,
    createdAt,
  };
}

/** The parts of a job's page. */
interface JobParts {
  readonly job: RepositoryJob;
  readonly run: Run;
  readonly title: string | null;
  readonly repositoryName: string | null;
  readonly canPropose: boolean;
}

/** Returns a job with its result. */
export function toJobView({ job, run, title, repositoryName, canPropose }: JobParts): RepositoryJobView {
  const { result, review, changeRequest, baseCommit } = job;
  const changedFiles = result?.files.length ?? null;
  return {
    ...toJobHead({ ...job, title, runStatus: run.status, changedFiles }),
    repositoryName,
    baseCommit,
    errorMessage: run.errorMessage,
    result,
    review,
    changeRequest,
    canPropose,
  };
}
