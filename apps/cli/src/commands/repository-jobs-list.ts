import { jobListResponseSchema, type RepositoryJobHead } from '@shipmate/protocol/web/repositories';
import { alignColumns, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { findRepository, repositoryOption } from '../repositories/find-repository.ts';
import { countOf, toJobError, toJobState } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs list`: lists your jobs in a repository, newest first. */
export const repositoryJobsList = defineCommand({
  options: {
    repository: repositoryOption,
    limit: { type: 'string', placeholder: '<number>', description: 'Number of jobs, at most 200. Default 50.' },
    before: { type: 'string', placeholder: '<id>', description: 'Older jobs: "next" of the previous list.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['repository-jobs list --repository shop', 'Print the ids and states of your jobs']],
  notes: connectionNotes,
  run: ({ repository, limit, before, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const { terminal } = context;
      const { id, name } = await findRepository(connection, repository, signal);
      const query = new URLSearchParams({
        ...(limit !== undefined && { limit }),
        ...(before !== undefined && { before }),
      });
      const path = `/api/repositories/${encodeURIComponent(id)}/jobs?${query.toString()}`;
      const page = await requestJson(connection.web, { path, response: jobListResponseSchema, signal }).catch(
        (thrown: unknown) => {
          throw before === undefined ? thrown : toJobError(thrown, `--before: job "${before}"`);
        },
      );
      if (json) return printJson(terminal, page);
      const rows = page.jobs.map((job) => [
        job.id,
        toJobState(job),
        job.createdAt.slice(0, 16).replace('T', ' '),
        toChange(job),
        job.title ?? job.branch,
      ]);
      const none = `No jobs in ${name}. "shipmate repository-jobs start" starts one.`;
      terminal.print(rows.length === 0 ? none : alignColumns(rows));
      if (page.next !== null) terminal.warn(`Older jobs: --before ${page.next}`, 'dim');
    }),
});

function toChange({ outcome, changedFiles }: RepositoryJobHead): string {
  if (outcome !== 'open') return outcome;
  return changedFiles === null ? 'no result' : countOf(changedFiles, 'changed file');
}
