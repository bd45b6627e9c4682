export { createGitCli, type GitCliOptions } from './git-cli.ts';
export { type GitEnvironment, gitEnvironmentSchema } from './git-environment.ts';
export type {
  BranchPush,
  GitCodePort,
  GitObjectsPort,
  GitPort,
  GitReviewPort,
  GitWorkTreePort,
  PushedBranch,
  PushedCommit,
} from './git-port.ts';
