import { type Principal, silentLogger } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { createApp } from '../app/create-app.ts';
import { type AdmissionLimits, defaultAdmissionLimits, type RequestLimits } from './admission-limits.ts';
import { createAdmission } from './create-admission.ts';

const plenty: RequestLimits = {
  credential: 100,
  user: 100,
  organization: 100,
  concurrent: 100,
  processConcurrent: 100,
};

/** An app whose callers identify themselves with `Bearer organization/user/token`. */
function createLimitedApp(limits: Partial<Record<keyof AdmissionLimits, Partial<RequestLimits>>> | undefined) {
  const of = (name: keyof AdmissionLimits) => ({ ...plenty, ...limits?.[name] });
  const { authenticate, middleware } = createAdmission({
    limits: limits && { basic: of('basic'), tool_call: of('tool_call'), run: of('run'), import: of('import') },
    classify: ({ method, path }) => (path === '/free' ? undefined : method === 'GET' ? 'basic' : 'tool_call'),
    holdsStream: () => true,
    authenticate: async (request): Promise<Principal> => {
      const [organizationId = '', userId = ''] = (request.headers.get('authorization') ?? '').slice(7).split('/');
      return { organizationId, userId, via: 'extension_token' };
    },
  });
  const open: (() => void)[] = [];
  const app = createApp({ logger: silentLogger });
  app.use(middleware);
  app.get('*', async (context) => {
    await authenticate(context.req.raw);
    await authenticate(context.req.raw);
    return context.text('ok');
  });
  app.post('/slow', async (context) => {
    await authenticate(context.req.raw);
    await new Promise<void>((resolve) => open.push(resolve));
    return context.text('ok');
  });
  app.post('/events', async (context) => {
    await authenticate(context.req.raw);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void open.push(() => controller.close()),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  app.post('/late-events', async (context) => {
    await authenticate(context.req.raw);
    await new Promise<void>((resolve) => open.push(resolve));
    return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
  });
  const get = (caller: string, path = '/') =>
    Promise.resolve(app.request(path, { headers: { authorization: `Bearer ${caller}` } }));
  const post = (caller: string, path = '/slow', signal?: AbortSignal) =>
    Promise.resolve(
      app.request(path, { method: 'POST', headers: { authorization: `Bearer ${caller}` }, ...(signal && { signal }) }),
    );
  return { get, post, open };
}

const statusesOf = async (responses: readonly Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

describe('createAdmission', () => {
  it.each([
    ['credential', ['a/u/1', 'a/u/1', 'a/u/1', 'a/u/2']],
    ['user', ['a/u/1', 'a/u/2', 'a/u/3', 'a/v/4']],
    ['organization', ['a/u/1', 'a/v/2', 'a/w/3', 'b/u/4']],
  ] as const)('refuses requests beyond the limit of one %s and admits those of another', async (of, callers) => {
    const { get } = createLimitedApp({ basic: { [of]: 2 } });
    const responses = [];
    for (const caller of callers) responses.push(await get(caller));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(await responses[2]?.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(
        new RegExp(`^Too many requests of this ${of}: at most 2 a minute of class "basic". Retry in \\d+ s.$`),
      ),
    });
    expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('reports the remaining requests of a credential in headers', async () => {
    const { get } = createLimitedApp({ basic: { credential: 5 } });
    await get('a/u/1');
    const { headers } = await get('a/u/1');
    expect(headers.get('ratelimit-policy')).toBe('"basic";q=5;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"basic";r=3;t=(?:60|59)$/);
  });

  it('counts classes separately, and requests without a class not at all', async () => {
    const { get, post, open } = createLimitedApp({ basic: { credential: 1 } });
    expect(await statusesOf([get('a/u/1'), get('a/u/1', '/free'), get('a/u/1', '/free')])).toEqual([200, 200, 200]);
    const posted = post('a/u/1');
    await expect.poll(() => open.length).toBe(1);
    open.pop()?.();
    expect((await posted).status).toBe(200);
  });

  it('queues requests of an organization for its slots while another organization is served', async () => {
    const { post, open } = createLimitedApp({ tool_call: { concurrent: 1 } });
    const all = [post('a/u/1'), post('a/u/1'), post('b/u/1')];
    await expect.poll(() => open.length).toBe(2);
    open.splice(0).forEach((finish) => finish());
    await expect.poll(() => open.length).toBe(1);
    open.splice(0).forEach((finish) => finish());
    expect(await statusesOf(all)).toEqual([200, 200, 200]);
  });

  it('holds the slot of a stream of events until it ends or its client leaves', async () => {
    const { post, open } = createLimitedApp({ tool_call: { concurrent: 1 } });
    const leave = new AbortController();
    const first = await post('a/u/1', '/events');
    const others = [post('a/u/1', '/events', leave.signal), post('a/u/1', '/events')];
    expect(open).toHaveLength(1);
    open.pop()?.();
    expect(await first.text()).toBe('');
    await others[0];
    expect(open).toHaveLength(1);
    leave.abort();
    await others[1];
    expect(open).toHaveLength(2);
  });

  it('frees the slot of a stream of events that is cancelled', async () => {
    const { post, open } = createLimitedApp({ tool_call: { concurrent: 1 } });
    await (await post('a/u/1', '/events')).body?.cancel();
    void post('a/u/1', '/events');
    await expect.poll(() => open.length).toBe(2);
  });

  it('frees the slot of a stream of events that starts after its client has left', async () => {
    const { post, open } = createLimitedApp({ tool_call: { concurrent: 1 } });
    const leave = new AbortController();
    const late = post('a/u/1', '/late-events', leave.signal);
    await expect.poll(() => open.length).toBe(1);
    leave.abort();
    open[0]?.();
    await late;
    void post('a/u/1', '/events');
    await expect.poll(() => open.length).toBe(2);
  });

  it('refuses requests beyond ten queued ones per slot', async () => {
    const { post, open } = createLimitedApp({ tool_call: { concurrent: 1 } });
    const all = Array.from({ length: 12 }, () => post('a/u/1'));
    expect((await Promise.race(all)).status).toBe(429);
    for (let served = 0; served < 11; served += 1) {
      await expect.poll(() => open.length).toBe(1);
      open.pop()?.();
    }
    expect((await statusesOf(all)).filter((status) => status === 200)).toHaveLength(11);
  });

  it('admits everything without limits', async () => {
    const { get } = createLimitedApp(undefined);
    const { status, headers } = await get('a/u/1');
    expect([status, headers.get('ratelimit')]).toEqual([200, null]);
  });

  it('has default limits that grow from credential to organization', () => {
    for (const { credential, user, organization } of Object.values(defaultAdmissionLimits)) {
      expect([credential, user, organization]).toEqual([credential, user, organization].toSorted((a, b) => a - b));
    }
  });
});
