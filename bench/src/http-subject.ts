import type { Subject } from './subject.ts';

/** The target of requests: an application in this process, or a server over a socket. */
export interface HttpTarget {
  readonly url: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  close?(): Promise<void>;
}

/** Calls the tool that returns a Kubernetes version, with a token, as a program does. */
export function createHttpSubject(target: HttpTarget, token = 'none'): Subject {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"semverField":"patch"}',
  };
  return {
    unitsPerRun: 1,
    async run() {
      const response = await target.fetch(`${target.url}/api/tools/versions/kubernetes`, init);
      const body = await response.text();
      if (response.status !== 200 || !body.includes('1.32.1')) throw new Error(`Unexpected answer: ${body}`);
    },
    close: async () => target.close?.(),
  };
}

/** Returns a target that calls an application without a socket. */
export function inProcess(app: { fetch(request: Request): Response | Promise<Response> }): HttpTarget {
  return { url: 'http://127.0.0.1', fetch: async (url, init) => app.fetch(new Request(url, init)) };
}
