import { AppError } from '@shipmate/core';
import { type JobAdministration, jobNames, type JobName } from '@shipmate/domain/job';
import { readEnvironment } from './env.ts';
import { withDatabase } from './with-database.ts';

/** The option of every command about jobs. */
export const dataDirOption = {
  'data-dir': { type: 'string', placeholder: '<path>', description: 'Where data is kept without DATABASE_URL.' },
} as const;

/** The option that narrows a command down to jobs of one name. */
export const jobNameOption = {
  name: { type: 'string', placeholder: '<job>', description: `Only one of ${jobNames.join(', ')}.` },
} as const;

/** What a person should know of commands about jobs. */
export const jobNotes = 'Without DATABASE_URL, stop "shipmate up" first: one process at a time has the data directory.';

/** Opens the queue for one command. */
export async function withJobs(
  options: { readonly 'data-dir'?: string },
  use: (jobs: JobAdministration) => Promise<void>,
): Promise<void> {
  await withDatabase(readEnvironment({ SHIPMATE_DATA_DIR: options['data-dir'] }), async (database) => {
    await database.start();
    await use(database.jobs);
  });
}

/** Reads the name of a job. @throws AppError `VALIDATION_ERROR` when there is no such job. */
export function parseJobName(text: string | undefined): JobName | undefined {
  const name = jobNames.find((known) => known === text);
  if (name !== undefined || text === undefined) return name;
  const message = `There is no job "${text}". Use one of ${jobNames.join(', ')}.`;
  throw new AppError({ code: 'VALIDATION_ERROR', message });
}
