import { AppError } from '@shipmate/core';
import { type JobAdministration, jobNames, type JobName } from '@shipmate/domain/job';
import { databaseEnvironmentSchema, readVariables } from './env.ts';
import { withDatabase } from './with-database.ts';

/** The `--data-dir` option of all commands about jobs. */
export const dataDirOption = {
  'data-dir': { type: 'string', placeholder: '<path>', description: 'The data directory, used without DATABASE_URL.' },
} as const;

/** The option that limits a command to the jobs of one name. */
export const jobNameOption = {
  name: { type: 'string', placeholder: '<job>', description: `Only jobs of this name: ${jobNames.join(', ')}.` },
} as const;

/** Note in the help of all commands about jobs. */
export const jobNotes =
  'Without DATABASE_URL, stop "shipmate up" first: one process at a time uses the data directory.';

/** Opens the job queue for one command and closes it afterwards. */
export async function withJobs(
  options: { readonly 'data-dir'?: string },
  use: (jobs: JobAdministration) => Promise<void>,
): Promise<void> {
  const environment = readVariables(databaseEnvironmentSchema, { SHIPMATE_DATA_DIR: options['data-dir'] });
  await withDatabase(environment, async (database) => {
    await database.start();
    await use(database.jobs);
  });
}

/** Parses the name of a job; `undefined` stays `undefined`. @throws AppError `VALIDATION_ERROR` for an unknown name. */
export function parseJobName(text: string | undefined): JobName | undefined {
  const name = jobNames.find((known) => known === text);
  if (name !== undefined || text === undefined) return name;
  const message = `Job "${text}" not found. Use one of ${jobNames.join(', ')}.`;
  throw new AppError({ code: 'VALIDATION_ERROR', message });
}
