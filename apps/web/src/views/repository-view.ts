import { textOf, toolCallsOf } from '@shipmate/core';
import type { JobCheckpoint, Repository, RepositoryJob, RepositoryJobListing } from '@shipmate/domain/repository';
import { describeIncomplete } from '@shipmate/protocol/web/describe-incomplete';
import type { Run, RunStep } from '@shipmate/domain/run';
import type {
  JobStepsResponse,
  RepositoryJobHead,
  RepositoryJobView,
  RepositoryView,
} from '@shipmate/protocol/web/repositories';

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
  readonly pushBranch: string;
}

/** Returns a job with its result. */
export function toJobView({ job, run, title, repositoryName, canPropose, pushBranch }: JobParts): RepositoryJobView {
  const { result, review, changeRequest, baseCommit, continues } = job;
  const changedFiles = result === null ? null : (result.changedFiles ?? result.files.length);
  return {
    ...toJobHead({ ...job, title, runStatus: run.status, changedFiles }),
    repositoryName,
    baseCommit,
    errorMessage: run.errorMessage,
    incomplete: describeIncomplete(run) ?? null,
    result,
    review,
    changeRequest,
    canPropose,
    hasRemote: job.remoteUrl !== null,
    pushBranch,
    continues,
  };
}

const maxStepText = 200;
const maxStepCalls = 50;

/** Returns the turns of a job's model. */
export function toJobSteps(
  steps: readonly Pick<RunStep, 'turn' | 'messages'>[],
  checkpoints: readonly JobCheckpoint[],
): JobStepsResponse['steps'] {
  const kept = new Set(checkpoints.map(({ turn }) => turn));
  return steps.map(({ turn, messages }) => {
    const said = messages.findLast((message) => message.role === 'assistant');
    const calls = said === undefined ? [] : toolCallsOf(said).slice(0, maxStepCalls);
    return {
      turn,
      text: said === undefined ? '' : toShown(textOf(said)),
      calls: calls.map(({ name, input }) => ({ name, path: pathOf(input) })),
      canUndo: kept.has(turn),
    };
  });
}

function pathOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('filePath' in input)) return null;
  return typeof input.filePath === 'string' ? toShown(input.filePath) : null;
}

/** Returns the begin of a text, with a mark if the rest was cut. */
function toShown(text: string): string {
  // Half of a character is left out.
  return text.length > maxStepText ? `${text.slice(0, maxStepText - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
