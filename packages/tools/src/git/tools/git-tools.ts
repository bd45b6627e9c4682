import { gitAdd } from './git-add.ts';
import { gitBlame } from './git-blame.ts';
import { gitBranch } from './git-branch.ts';
import { gitCheckout } from './git-checkout.ts';
import { gitCommand } from './git-command.ts';
import { gitCommit } from './git-commit.ts';
import { gitDiff } from './git-diff.ts';
import { gitLog } from './git-log.ts';
import { gitPull } from './git-pull.ts';
import { gitPush } from './git-push.ts';
import { gitShow } from './git-show.ts';
import { gitStatus } from './git-status.ts';

/** Tools that run git in a checkout. */
export const GIT_TOOLS = [
  gitStatus,
  gitDiff,
  gitLog,
  gitShow,
  gitBlame,
  gitBranch,
  gitCheckout,
  gitAdd,
  gitCommit,
  gitPull,
  gitPush,
  gitCommand,
] as const;
