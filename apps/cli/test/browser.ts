/** An HTTP client with a browser's session cookie. */
export interface Browser {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: unknown): Promise<Body>;
  patch<Body>(path: string, body: unknown): Promise<Body>;
  /** Reads a stream to its end; sends a POST if there is a body, else a GET. */
  readStream(path: string, body?: unknown): Promise<string>;
}

/** Opens a sign-in link and keeps the session cookie. @throws Error unless the link redirects. */
export async function signIn(link: string): Promise<Browser> {
  const { origin } = new URL(link);
  const response = await fetch(link, { redirect: 'manual' });
  const [cookie = ''] = response.headers.getSetCookie().map((header) => header.split(';', 1)[0]);
  if (response.status !== 303) throw new Error(`The link answered ${response.status}: ${await response.text()}`);

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, origin), { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }

  async function send<Body>(method: string, path: string, body: unknown): Promise<Body> {
    return (await (await request(path, { method, body: JSON.stringify(body) })).json()) as Body;
  }

  return {
    get: async <Body>(path: string) => (await (await request(path)).json()) as Body,
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    readStream: async (path, body) =>
      (await request(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })).text(),
  };
}
