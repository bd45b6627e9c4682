import type { CommandEntry } from './command.ts';
import { repositoryCommands } from './repository-commands.ts';

/** All commands of `shipmate`, in the order of the help. Each module is imported only when its command runs. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'up',
    summary: 'Start web, worker and tools API in one process.',
    load: async () => (await import('./commands/up.ts')).up,
  },
  {
    name: 'web',
    summary: 'Run web alone, on the database of DATABASE_URL.',
    load: async () => (await import('./commands/web.ts')).web,
  },
  {
    name: 'worker',
    summary: 'Run a worker alone, on the database of DATABASE_URL.',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  {
    name: 'tools-api',
    summary: 'Run tools-api alone, on the database of DATABASE_URL.',
    load: async () => (await import('./commands/tools-api.ts')).toolsApi,
  },
  {
    name: 'chat',
    summary: 'Talk to an agent in the terminal.',
    load: async () => (await import('./commands/chat.ts')).chat,
  },
  {
    name: 'investigate',
    summary: 'Find the root cause of an issue of a cluster.',
    load: async () => (await import('./commands/investigate.ts')).investigate,
  },
  {
    name: 'fix',
    summary: 'Plan the fix of an issue of a cluster, and execute it once you approve.',
    load: async () => (await import('./commands/fix.ts')).fix,
  },
  {
    name: 'recommend',
    summary: 'Compare solutions for something to deploy, and write the manifests.',
    load: async () => (await import('./commands/recommend.ts')).recommend,
  },
  {
    name: 'build-platform',
    summary: 'Find and run an operation of the programs of your platform.',
    load: async () => (await import('./commands/build-platform.ts')).buildPlatform,
  },
  {
    name: 'query',
    summary: 'Answer a question about a cluster, with evidence.',
    load: async () => (await import('./commands/query.ts')).query,
  },
  {
    name: 'impact',
    summary: 'Show what a change of an object of a cluster would break.',
    load: async () => (await import('./commands/impact.ts')).impact,
  },
  {
    name: 'respond',
    summary: 'Ask a question and print the whole answer.',
    load: async () => (await import('./commands/respond.ts')).respond,
  },
  {
    name: 'tools list',
    summary: 'List the tools that you may call.',
    load: async () => (await import('./commands/tools-list.ts')).toolsList,
  },
  {
    name: 'tools call',
    summary: 'Call one tool.',
    load: async () => (await import('./commands/tools-call.ts')).toolsCall,
  },
  {
    name: 'runs list',
    summary: 'List your runs, newest first.',
    load: async () => (await import('./commands/runs-list.ts')).runsList,
  },
  {
    name: 'runs show',
    summary: 'Print the steps and calls of a run.',
    load: async () => (await import('./commands/runs-show.ts')).runsShow,
  },
  {
    name: 'runs tail',
    summary: 'Print the events of a run until it ends.',
    load: async () => (await import('./commands/runs-tail.ts')).runsTail,
  },
  {
    name: 'runs stop',
    summary: 'Cancel a run.',
    load: async () => (await import('./commands/runs-stop.ts')).runsStop,
  },
  {
    name: 'runs retry',
    summary: 'Repeat a run from one of its steps.',
    load: async () => (await import('./commands/runs-retry.ts')).runsRetry,
  },
  {
    name: 'charts list',
    summary: 'List the chart workspaces.',
    load: async () => (await import('./commands/charts-list.ts')).chartsList,
  },
  {
    name: 'charts import',
    summary: 'Create a chart workspace from a folder or an archive.',
    load: async () => (await import('./commands/charts-import.ts')).chartsImport,
  },
  {
    name: 'charts export',
    summary: 'Write the charts of a workspace as an archive.',
    load: async () => (await import('./commands/charts-export.ts')).chartsExport,
  },
  {
    name: 'charts diff',
    summary: 'Print pending changes, or the difference of two revisions.',
    load: async () => (await import('./commands/charts-diff.ts')).chartsDiff,
  },
  {
    name: 'charts accept',
    summary: 'Accept the pending changes of a workspace.',
    load: async () => (await import('./commands/charts-accept.ts')).chartsAccept,
  },
  ...repositoryCommands,
  {
    name: 'map index',
    summary: 'Index the code of a repository.',
    load: async () => (await import('./commands/map-index.ts')).mapIndex,
  },
  {
    name: 'map list',
    summary: 'List the code maps of repositories.',
    load: async () => (await import('./commands/map-list.ts')).mapList,
  },
  {
    name: 'map diff',
    summary: 'Print the difference of two revisions as Markdown.',
    load: async () => (await import('./commands/map-diff.ts')).mapDiff,
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
    name: 'mcp',
    summary: 'Serve the tools to an MCP client over standard input and output.',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'mcp-servers list',
    summary: 'List the MCP servers whose tools agents may call.',
    load: async () => (await import('./commands/mcp-servers-list.ts')).mcpServersList,
  },
  {
    name: 'mcp-servers add',
    summary: 'Add an MCP server.',
    load: async () => (await import('./commands/mcp-servers-add.ts')).mcpServersAdd,
  },
  {
    name: 'mcp-servers refresh',
    summary: 'List the tools of an MCP server again.',
    load: async () => (await import('./commands/mcp-servers-refresh.ts')).mcpServersRefresh,
  },
  {
    name: 'mcp-servers accept',
    summary: 'Turn tools of an MCP server on.',
    load: async () => (await import('./commands/mcp-servers-accept.ts')).mcpServersAccept,
  },
  {
    name: 'mcp-servers remove',
    summary: 'Remove an MCP server.',
    load: async () => (await import('./commands/mcp-servers-remove.ts')).mcpServersRemove,
  },
  {
    name: 'token create',
    summary: 'Create an API token and print it once.',
    load: async () => (await import('./commands/token-create.ts')).tokenCreate,
  },
  {
    name: 'token list',
    summary: 'List your API tokens.',
    load: async () => (await import('./commands/token-list.ts')).tokenList,
  },
  {
    name: 'token revoke',
    summary: 'Revoke an API token.',
    load: async () => (await import('./commands/token-revoke.ts')).tokenRevoke,
  },
  {
    name: 'migrate',
    summary: 'Migrate the database to the current schema.',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  {
    name: 'entities register',
    summary: 'Make a table of the database an entity that rules watch.',
    load: async () => (await import('./commands/entities-register.ts')).entitiesRegister,
  },
  {
    name: 'entities list',
    summary: 'List the registered tables.',
    load: async () => (await import('./commands/entities-list.ts')).entitiesList,
  },
  {
    name: 'entities unregister',
    summary: 'Remove a registered table from the entities; the table stays.',
    load: async () => (await import('./commands/entities-unregister.ts')).entitiesUnregister,
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
    summary: 'Check this machine, and print the fix of each problem.',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands in a shell.',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
];
