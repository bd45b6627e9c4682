export { GIT_TOOLS } from './tools/git-tools.ts';
export type { GitToolPorts } from './tools/git-tool.ts';
export { createGitCli } from './git-cli.ts';
export type { GitCliOptions } from './git-program.ts';
export { isDamagedCopy } from './repository-damage.ts';
export { toRepositoryFolder } from './to-repository-folder.ts';
export type { GitEnvironment } from './git-environment.ts';
export { toRemoteSchemes } from './remote-schemes.ts';
export type {
  BranchPush,
  CheckpointPlace,
  GitCheckpointPort,
  GitCodePort,
  GitObjectsPort,
  GitPort,
  GitReviewPort,
  GitUploadPort,
  GitWorkTreePort,
  PushedBranch,
  PushedCommit,
  RepositoryPlace,
  TreeFile,
} from './git-port.ts';
