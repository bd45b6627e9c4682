import type { DeadJob } from '@shipmate/domain/job';
import { alignColumns, defineCommand } from '../command.ts';
import { dataDirOption, jobNameOption, jobNotes, parseJobName, withJobs } from '../with-jobs.ts';

/** `shipmate jobs dead`: lists the jobs that failed for good. */
export const jobsDead = defineCommand({
  options: {
    ...jobNameOption,
    json: { type: 'boolean', description: 'Print one JSON object per line, with the payload of the job.' },
    ...dataDirOption,
  },
  examples: [['jobs dead --name respond --json', 'Read the failed jobs of one name']],
  notes: `They are kept for 14 days. ${jobNotes}`,
  run: async (options, { terminal }) => {
    const name = parseJobName(options.name);
    await withJobs(options, async (jobs) => {
      const dead = await jobs.listDeadJobs(name);
      if (options.json) for (const job of dead) terminal.print(JSON.stringify(job));
      else terminal.print(dead.length === 0 ? 'No job failed for good.' : alignColumns(dead.map(deadJobToRow)));
    });
  },
});

function deadJobToRow({ id, name, tries, failedAt, error }: DeadJob): readonly string[] {
  const times = tries === 1 ? 'once' : `${tries} times`;
  return [id, `${name}, tried ${times} until ${failedAt.toISOString()}: ${error}`];
}
