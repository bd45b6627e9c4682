import type { CommandEntry } from './command.ts';

/** The commands for git repositories and the jobs in them, in the order of the help. */
export const repositoryCommands: readonly CommandEntry[] = [
  {
    name: 'repositories list',
    summary: 'List the git repositories in which agents work.',
    load: async () => (await import('./commands/repositories-list.ts')).repositoriesList,
  },
  {
    name: 'repositories add',
    summary: 'Add a git repository.',
    load: async () => (await import('./commands/repositories-add.ts')).repositoriesAdd,
  },
  {
    name: 'repository-jobs start',
    summary: 'Let an agent change code in a repository, on a branch of its own.',
    load: async () => (await import('./commands/repository-jobs-start.ts')).repositoryJobsStart,
  },
  {
    name: 'repository-jobs continue',
    summary: 'Start a job with the files and the conversation of another one.',
    load: async () => (await import('./commands/repository-jobs-continue.ts')).repositoryJobsContinue,
  },
  {
    name: 'repository-jobs list',
    summary: 'List your jobs in a repository, newest first.',
    load: async () => (await import('./commands/repository-jobs-list.ts')).repositoryJobsList,
  },
  {
    name: 'repository-jobs show',
    summary: 'Print the state, branch, commits and changed files of a job.',
    load: async () => (await import('./commands/repository-jobs-show.ts')).repositoryJobsShow,
  },
  {
    name: 'repository-jobs diff',
    summary: 'Print the changes of a job as a patch.',
    load: async () => (await import('./commands/repository-jobs-diff.ts')).repositoryJobsDiff,
  },
  {
    name: 'repository-jobs push',
    summary: 'Push the branch of a job.',
    load: async () => (await import('./commands/repository-jobs-push.ts')).repositoryJobsPush,
  },
  {
    name: 'repository-jobs open-request',
    summary: 'Open a pull or merge request for a pushed job.',
    load: async () => (await import('./commands/repository-jobs-open-request.ts')).repositoryJobsOpenRequest,
  },
  {
    name: 'repository-jobs merge-request',
    summary: 'Merge the pull or merge request of a job.',
    load: async () => (await import('./commands/repository-jobs-merge-request.ts')).repositoryJobsMergeRequest,
  },
  {
    name: 'repository-jobs answer-comments',
    summary: 'Start a job that answers the review comments of a request.',
    load: async () => (await import('./commands/repository-jobs-answer-comments.ts')).repositoryJobsAnswerComments,
  },
  {
    name: 'repository-jobs steps',
    summary: 'List the steps of a job.',
    load: async () => (await import('./commands/repository-jobs-steps.ts')).repositoryJobsSteps,
  },
  {
    name: 'repository-jobs undo',
    summary: 'Start a job with the files and messages before a step of another one.',
    load: async () => (await import('./commands/repository-jobs-undo.ts')).repositoryJobsUndo,
  },
  {
    name: 'repository-jobs discard',
    summary: 'Delete the branch and the files of a job.',
    load: async () => (await import('./commands/repository-jobs-discard.ts')).repositoryJobsDiscard,
  },
];
