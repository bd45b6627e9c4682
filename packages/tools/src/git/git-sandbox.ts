import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A temporary folder for one connection to a remote. */
export interface GitSandbox {
  readonly path: string;
  /** The folder with exactly the files to commit. */
  readonly tree: string;
  readonly askPass: string;
  readonly ssh: string;
}

/** Answers git's credential prompts from the environment, which other users of this machine cannot read. */
const askPassScript = `#!/bin/sh
case "$1" in
  Username*) echo x-access-token ;;
  *) printf '%s\\n' "$SHIPMATE_GIT_TOKEN" ;;
esac
`;

/** Runs ssh without the user's configuration, to the address that was checked. */
const sshScript = `#!/bin/sh
exec ssh -F /dev/null -o BatchMode=yes -o IdentitiesOnly=yes -o IdentityAgent=none -o StrictHostKeyChecking=yes \\
  -o HostName="$SHIPMATE_SSH_ADDRESS" -o HostKeyAlias="$SHIPMATE_SSH_HOST" \\
  -o UserKnownHostsFile="$SHIPMATE_SSH_KNOWN_HOSTS" -i "$SHIPMATE_SSH_KEY" "$@"
`;

/** Creates a folder with an empty tree, and removes it with all its content afterwards. */
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
