import type { CommandEntry } from './command.ts';

/** All commands of `shipmate`, in the order of the help. Each module is imported only when its command runs. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'up',
    summary: 'Start web, worker and tools API in one process.',
    load: async () => (await import('./commands/up.ts')).up,
  },
  {
    name: 'respond',
    summary: 'Ask a question and print the answer.',
    load: async () => (await import('./commands/respond.ts')).respond,
  },
  {
    name: 'mcp',
    summary: 'Serve the tools to an MCP client over standard input and output.',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'migrate',
    summary: 'Migrate the database to the current schema.',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  {
    name: 'token create',
    summary: 'Create an API token and print it once.',
    load: async () => (await import('./commands/token-create.ts')).tokenCreate,
  },
  {
    name: 'rules export',
    summary: 'Print the automation rules as YAML.',
    load: async () => (await import('./commands/rules-export.ts')).rulesExport,
  },
  {
    name: 'rules diff',
    summary: 'Show the changes that a file of rules would make.',
    load: async () => (await import('./commands/rules-diff.ts')).rulesDiff,
  },
  {
    name: 'rules apply',
    summary: 'Save the automation rules of a file.',
    load: async () => (await import('./commands/rules-apply.ts')).rulesApply,
  },
  {
    name: 'quota set',
    summary: 'Set the storage quota of one organization.',
    load: async () => (await import('./commands/quota-set.ts')).quotaSet,
  },
  {
    name: 'jobs list',
    summary: 'Count the queued jobs, and those that failed for good.',
    load: async () => (await import('./commands/jobs-list.ts')).jobsList,
  },
  {
    name: 'jobs dead',
    summary: 'List the jobs that failed for good, with their errors.',
    load: async () => (await import('./commands/jobs-dead.ts')).jobsDead,
  },
  {
    name: 'jobs requeue',
    summary: 'Queue jobs that failed for good again.',
    load: async () => (await import('./commands/jobs-requeue.ts')).jobsRequeue,
  },
  {
    name: 'doctor',
    summary: 'Show which helm is used and how it is isolated.',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
];
