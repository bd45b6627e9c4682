import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createBareRepository, git, startGitServer } from '../testing/start-git-server.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createGitCli } from './git-cli.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const cli = createGitCli({ environment: { ALLOW_PRIVATE_NETWORKS: true } });
let origin: TestServer;
let commit: string;

beforeAll(async () => {
  const shared = await createBareRepository(root);
  const clone = join(root, 'clone');
  await git(root, 'clone', '--quiet', shared, clone);
  // Content that cannot be compressed, and the same in each run.
  const parts = Array.from({ length: 1_500 }, (_, place) => createHash('sha256').update(`${place}`).digest());
  await writeFile(join(clone, 'a.bin'), Buffer.concat(parts));
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  commit = (await git(clone, 'rev-parse', 'HEAD')).trim();
  origin = await startGitServer(root);
});
afterAll(async () => {
  await cli.close();
  await origin[Symbol.asyncDispose]();
});

/** Answers a request after the origin has. */
type Fault = (response: ServerResponse, body: Buffer) => void;

/** Passes requests on to the origin, until a fault applies: to the list of branches, or to the objects of a fetch. */
async function passOn(request: IncomingMessage, response: ServerResponse, of: (kind: 'list' | 'fetch') => Fault) {
  const sent = await buffer(request);
  const headers = ['content-type', 'git-protocol', 'content-encoding'].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const isFetch = sent.includes('command=fetch');
  const answer = await fetch(`${origin.url}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(request.method === 'POST' && { body: new Uint8Array(sent) }),
  });
  response.setHeader('content-type', answer.headers.get('content-type') ?? '');
  of(isFetch ? 'fetch' : 'list')(response, Buffer.from(await answer.arrayBuffer()));
}

const pass: Fault = (response, body) => void response.end(body);
const cut: Fault = (response, body) => void response.end(body.subarray(0, body.length / 2));
const closed: Fault = (response, body) => {
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
};
const status =
  (code: number): Fault =>
  (response) =>
    void response.writeHead(code).end();
const changed: Fault = (response, body) => {
  const middle = Math.floor(body.length / 2);
  response.end(body.fill(0, middle, middle + 64));
};
const page: Fault = (response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>\n<body>Sign in</body>\n</html>\n');

const ended = '127.0.0.1 closed the connection before it had sent everything. Try again.';
const unreadable =
  '127.0.0.1 sent data that git cannot read. Check that the address is that of a git repository, then try again.';
const answers = (code: number) =>
  `127.0.0.1 answers git with the HTTP status ${code}. Try again later; if it stays, ask the operator of 127.0.0.1.`;

it.each([
  { name: 'answers 500', kind: 'list', fault: status(500), message: answers(500) },
  { name: 'answers 503 to the fetch', kind: 'fetch', fault: status(503), message: answers(503) },
  { name: 'answers 429', kind: 'list', fault: status(429), message: answers(429) },
  { name: 'ends its list early', kind: 'list', fault: cut, message: ended },
  { name: 'sends a part of the pack', kind: 'fetch', fault: cut, message: ended },
  { name: 'closes the connection in the middle of the pack', kind: 'fetch', fault: closed, message: ended },
  { name: 'sends a damaged pack', kind: 'fetch', fault: changed, message: unreadable },
  { name: 'answers with a page', kind: 'list', fault: page, message: unreadable },
] as const)(
  'updateCache names the cause when the remote $name, and fetches afterwards',
  async ({ name, kind, fault, message }) => {
    let isFaulty = true;
    await using server = await startTestServer((request, response) => {
      void passOn(request, response, (asked) => (isFaulty && asked === kind ? fault : pass));
    });
    const cache = join(root, `${name.replaceAll(' ', '-')}.git`);
    const update = () => cli.updateCache({ organizationId: 'acme', cache, remote: `${server.url}/shop.git` }, signal);
    await expect(update()).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR', message });
    isFaulty = false;
    expect(await update()).toEqual({ branch: 'main', commit });
  },
);

it('updateCache names a remote that nothing serves', async () => {
  await using server = await startTestServer(() => undefined);
  const remote = `${server.url}/shop.git`;
  await server[Symbol.asyncDispose]();
  const cache = join(root, 'unserved.git');
  await expect(cli.updateCache({ organizationId: 'acme', cache, remote }, signal)).rejects.toMatchObject({
    code: 'EXTERNAL_API_ERROR',
    message:
      '127.0.0.1 cannot be reached (failed to connect). Check the address and the network of this machine, then try again.',
  });
});
