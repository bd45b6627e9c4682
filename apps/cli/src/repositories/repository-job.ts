import { AppError } from '@shipmate/core';
import { repositoryJobSchema, type RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { alignColumns } from '../command.ts';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import { toRunState } from '../runs/describe-run.ts';
import type { Terminal } from '../terminal.ts';

/** The argument that names a job. */
export const jobArgument = {
  description: 'The id of the job, as "shipmate repository-jobs list" prints it.',
  required: true,
} as const;

/** Returns the path of a job, or of one of its routes. */
export function toJobPath(jobId: string, route = ''): string {
  return `/api/repository-jobs/${encodeURIComponent(jobId)}${route}`;
}

/** Reads a job. @throws AppError `NOT_FOUND` that names the id */
export async function readJob({ web }: Connection, jobId: string): Promise<RepositoryJobView> {
  return requestJson(web, { path: toJobPath(jobId), response: repositoryJobSchema }).catch((thrown: unknown) => {
    throw toJobError(thrown, `Job "${jobId}"`);
  });
}

/** Returns an error of a request about a job, which names the job if it is `NOT_FOUND`. */
export function toJobError(thrown: unknown, subject: string): unknown {
  if (!AppError.isInstance(thrown) || thrown.code !== 'NOT_FOUND') return thrown;
  const message = `${subject} not found. "shipmate repository-jobs list" prints your jobs with their ids.`;
  return new AppError({ code: 'NOT_FOUND', message, cause: thrown });
}

/** Returns the state of a job in one or two words. */
export function toJobState({ status }: Pick<RepositoryJobView, 'status'>): string {
  return toRunState({ status, isStopping: false });
}

/** Returns a number with its noun: `1 commit`, `2 commits`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Prints a job for a person: its facts, its changed files, and the problems of its result. */
export function printJob(job: RepositoryJobView, { webUrl }: Connection, terminal: Pick<Terminal, 'print'>): void {
  const {
    id,
    title,
    baseBranch,
    baseCommit,
    branch,
    result,
    incomplete,
    errorMessage,
    claim,
    changeRequest: request,
  } = job;
  terminal.print(title ?? 'Job', 'bold');
  terminal.print(
    alignColumns([
      ['State', toJobState(job)],
      ['Job', id],
      ['Conversation', job.conversationId],
      ['Repository', job.repositoryName ?? 'not stored'],
      ['Base', `${baseBranch ?? 'default branch'}${baseCommit === null ? '' : ` at ${baseCommit.slice(0, 12)}`}`],
      ['Branch', branch],
      ...(result === null ? [] : [['Commits', toCommits(result)]]),
      ['Outcome', toOutcome(job)],
      ...(request === null ? [] : [['Request', `${request.number} (${request.state}) ${request.url}`]]),
      ...(webUrl === undefined ? [] : [['Page', new URL(`/repositories/jobs/${id}`, webUrl).href]]),
    ]),
  );
  if (claim?.message != null) terminal.print(`\nThe agent reports: ${claim.message}`);
  if (result !== null) printResult(job, result, terminal);
  if (incomplete !== null) terminal.print(`\n${incomplete}`, 'yellow');
  if (errorMessage !== null) terminal.print(`\n${errorMessage}`, 'red');
}

type JobResult = NonNullable<RepositoryJobView['result']>;

function toCommits({ commits, headCommit }: JobResult): string {
  return commits === 0 ? 'none' : `${commits.toLocaleString('en')}, the newest is ${headCommit.slice(0, 12)}`;
}

/** Returns the part of a job that is accepted, and where it is. */
function toOutcome({ outcome, pushedBranch, review, result }: RepositoryJobView): string {
  if (outcome === 'discarded') return 'Discarded';
  if (result === null) return 'No result';
  if (result.commits === 0) return 'No changes';
  const part = review === null || review.accepted === 'all' ? '' : ', without the rejected changes';
  return outcome === 'pushed' ? `Pushed as ${pushedBranch ?? 'a branch'}${part}` : `Not pushed${part}`;
}

function printResult(
  { changedFiles }: RepositoryJobView,
  { files, leftOut = [], conflicted }: JobResult,
  terminal: Pick<Terminal, 'print'>,
): void {
  if (files.length > 0) {
    terminal.print(`\n${countOf(changedFiles ?? files.length, 'changed file')}`, 'bold');
    const rows = files.map(({ status, path, oldPath, additions, deletions }) => [
      status,
      additions === null || deletions === null ? 'binary' : `+${additions} -${deletions}`,
      oldPath === null ? path : `${oldPath} → ${path}`,
    ]);
    terminal.print(alignColumns(rows));
  }
  const hidden = (changedFiles ?? files.length) - files.length;
  if (hidden > 0) terminal.print(`  … and ${hidden.toLocaleString('en')} more`);
  if (leftOut.length > 0) {
    const reason = 'they hold secrets or are too large to be searched for them';
    terminal.print(`\nNot on the branch, because ${reason}: ${leftOut.join(', ')}`, 'yellow');
  }
  if (conflicted !== undefined) {
    const more = conflicted.files - conflicted.paths.length;
    const others = more > 0 ? ` and ${more.toLocaleString('en')} more` : '';
    terminal.print(`\nConflict markers are in: ${conflicted.paths.join(', ')}${others}`, 'yellow');
  }
}
