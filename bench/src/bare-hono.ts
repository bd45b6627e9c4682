import { Hono } from 'hono';

/** Returns tools-api's answer from a route that parses the body without authentication, schema or limits. */
export function createBareHono(): Hono {
  return new Hono().post('/api/tools/versions/kubernetes', async (context) => {
    await context.req.json();
    return context.json({ success: true, version: '1.32.1', field: 'patch' });
  });
}
