import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import {
  changeRequestEnvironmentSchema,
  createChangeRequests,
} from '../../src/change-request/create-change-requests.ts';
import { sendJson, startTestServer } from '../../src/testing/start-test-server.ts';

/** Answers of a stand-in by method and path with query: their status and JSON. */
export type Answers = Readonly<Record<string, readonly [status: number, body: unknown]>>;

interface Received {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** Starts a git host that answers documented requests only; `after` replaces answers once a request was made. */
export async function startGitHost(kind: string, answers: Answers, after: Readonly<Record<string, Answers>> = {}) {
  const received: Received[] = [];
  let current = answers;
  const server = await startTestServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    void text(request).then((sent) => {
      received.push({
        call,
        authorization: request.headers.authorization,
        body: sent === '' ? undefined : JSON.parse(sent),
      });
      const [status, answer] = current[call] ?? [404, { message: 'Not Found' }];
      current = { ...current, ...after[call] };
      if (status === 302) response.setHeader('location', 'http://127.0.0.1:1/elsewhere');
      if (answer === undefined) response.writeHead(status).end();
      else sendJson(response, answer, status);
    });
  });
  const { host } = new URL(server.url);
  const environment = changeRequestEnvironmentSchema.parse({ GIT_HOSTS: `${host}=${kind}` });
  const port = createChangeRequests({ environment, allowPrivate: true });
  onTestFinished(() => server[Symbol.asyncDispose]());
  onTestFinished(() => port.close());
  return { port, host, received, repository: { remote: `http://${host}/acme/shop.git`, token: 'a-secret-token' } };
}
