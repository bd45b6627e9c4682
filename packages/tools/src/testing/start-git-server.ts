import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { runProcess } from '@shipmate/runtime/process';
import { startTestServer, type TestServer } from './start-test-server.ts';

const PATH = '/usr/local/bin:/usr/bin:/bin';

/** Runs git in a folder, without the configuration of the user and the machine; returns its output. @throws Error when it fails */
export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const settings = ['user.name=Ada', 'user.email=ada@example.com', 'init.defaultBranch=main', 'gc.auto=0'];
  const { exitCode, stdout, stderr } = await runProcess('git', [...settings.flatMap((each) => ['-c', each]), ...args], {
    cwd,
    env: { PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' },
    signal: new AbortController().signal,
    timeoutMs: 120_000,
    maxOutputBytes: 50_000_000,
    isSingle: true,
  });
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Creates an empty bare repository that accepts pushes over HTTP; returns its path. */
export async function createBareRepository(root: string, name = 'shop.git'): Promise<string> {
  await git(root, 'init', '--quiet', '--bare', name);
  await git(join(root, name), 'config', 'http.receivepack', 'true');
  return join(root, name);
}

/**
 * Serves the repositories of a folder with git's own program; with a token, only to clients that send it as password.
 */
export function startGitServer(root: string, token?: string): Promise<TestServer> {
  const wanted = token === undefined ? undefined : `Basic ${btoa(`x-access-token:${token}`)}`;
  return startTestServer((request, response) => {
    if (wanted === undefined || request.headers.authorization === wanted) serve(root, request, response);
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
}

function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://local');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'ada',
      PATH_INFO: pathname,
      QUERY_STRING: searchParams.toString(),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      HTTP_GIT_PROTOCOL: request.headers['git-protocol'] as string | undefined,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.once('close', () => {
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const headers = new Map(
      answer
        .subarray(0, end)
        .toString('latin1')
        .split('\r\n')
        .map(
          (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
        ),
    );
    const status = Number(headers.get('status')?.slice(0, 3) ?? 200);
    headers.delete('status');
    response.writeHead(status, Object.fromEntries(headers)).end(answer.subarray(end + 4));
  });
}
