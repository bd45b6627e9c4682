export { createGitCli, type GitCliOptions } from './git-cli.ts';
export { type GitEnvironment, gitEnvironmentSchema } from './git-environment.ts';
export type { BranchPush, GitObjectsPort, GitPort, GitWorkTreePort, PushedBranch } from './git-port.ts';
