import type { RemoteSchemes } from '@shipmate/domain/repository';
import type { GitEnvironment } from './git-environment.ts';

/** Returns the schemes of remotes that git reaches with an environment. */
export function toRemoteSchemes({
  ALLOW_PRIVATE_NETWORKS: http = false,
  GIT_SSH_KEY_FILE: key,
}: Partial<GitEnvironment>): RemoteSchemes {
  return { http, ssh: key !== undefined };
}
