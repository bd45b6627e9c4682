import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A fresh folder for one push. */
export interface GitSandbox {
  readonly path: string;
  /** Holds what is to be committed and nothing else. */
  readonly tree: string;
  readonly askPass: string;
  readonly ssh: string;
}

/** Answers git's questions from the environment, where others of this machine's users cannot read it. */
const askPassScript = `#!/bin/sh
case "$1" in
  Username*) echo x-access-token ;;
  *) printf '%s\\n' "$SHIPMATE_GIT_TOKEN" ;;
esac
`;

/** Ssh with nothing of its user's, to the address that was checked. */
const sshScript = `#!/bin/sh
exec ssh -F /dev/null -o BatchMode=yes -o IdentitiesOnly=yes -o IdentityAgent=none -o StrictHostKeyChecking=yes \\
  -o HostName="$SHIPMATE_SSH_ADDRESS" -o HostKeyAlias="$SHIPMATE_SSH_HOST" \\
  -o UserKnownHostsFile="$SHIPMATE_SSH_KNOWN_HOSTS" -i "$SHIPMATE_SSH_KEY" "$@"
`;

/** Makes a folder with an empty tree, and removes it with all that came into it. */
export async function withGitSandbox<Result>(
  tempRoot: string,
  work: (sandbox: GitSandbox) => Promise<Result>,
): Promise<Result> {
  const path = await mkdtemp(join(tempRoot, 'shipmate-git-'));
  const sandbox = { path, tree: join(path, 'tree'), askPass: join(path, 'askpass'), ssh: join(path, 'ssh') };
  try {
    await mkdir(sandbox.tree);
    await writeFile(sandbox.askPass, askPassScript, { mode: 0o700 });
    await writeFile(sandbox.ssh, sshScript, { mode: 0o700 });
    return await work(sandbox);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}
