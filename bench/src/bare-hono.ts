import { Hono } from 'hono';

/** The answer of tools-api from a route that reads the body and checks nothing: no token, no schema, no limits. */
export function createBareHono(): Hono {
  return new Hono().post('/api/tools/versions/kubernetes', async (context) => {
    await context.req.json();
    return context.json({ success: true, version: '1.32.1', field: 'patch' });
  });
}
