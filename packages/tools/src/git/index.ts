export { createGitCli, type GitCliOptions } from './git-cli.ts';
export { type GitEnvironment, gitEnvironmentSchema } from './git-environment.ts';
export type { BranchPush, GitPort, GitWorkTreePort, PushedBranch } from './git-port.ts';
