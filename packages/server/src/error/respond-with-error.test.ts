import { HTTPException } from 'hono/http-exception';
import { expect, it } from 'vitest';
import { createRecorder, createTestApp } from '../../test/test-app.ts';

it('respondWithError responds to an AppError with its envelope, status and request id', async () => {
  const response = await createTestApp().request('/refused', { headers: { 'x-request-id': 'r-1' } });
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({
    success: false,
    message: 'Reload.',
    code: 'CONFLICT',
    requestId: 'r-1',
    details: { revision: 3 },
  });
});

it('respondWithError responds to any other error with INTERNAL_ERROR without details, and logs all of it', async () => {
  const { logger, lines } = createRecorder();
  const response = await createTestApp({ logger }).request('/broken');
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ success: false, code: 'INTERNAL_ERROR' });
  expect(text).not.toMatch(/s3cret|srv|SELECT/);
  expect(lines[0]).toMatchObject({
    message: 'request failed',
    error: { cause: { message: 'password=s3cret at /srv/app.ts', cause: 'SELECT s3cret' } },
  });
});

it('respondWithError responds even to a thrown value that is no error', async () => {
  const app = createTestApp();
  app.get('/text', () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw 's3cret';
  });
  const response = await app.request('/text');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('s3cret');
});

it('respondWithError responds to an unknown path with the envelope', async () => {
  const response = await createTestApp().request('/nowhere', { method: 'DELETE' });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Route "DELETE /nowhere" not found.' });
});

it('respondWithError responds with problem details when the client requests them', async () => {
  const headers = { accept: 'application/problem+json, application/json', 'x-request-id': 'r-1' };
  const response = await createTestApp().request('/refused', { headers });
  expect(response.status).toBe(409);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({
    title: 'Conflict',
    status: 409,
    detail: 'Reload.',
    instance: '/refused',
    requestId: 'r-1',
  });
});

it.each([
  [400, 'VALIDATION_ERROR', 400],
  [403, 'NOT_FOUND', 404],
  [418, 'INTERNAL_ERROR', 500],
] as const)("respondWithError translates Hono's own %i to %s", async (thrown, code, status) => {
  const app = createTestApp();
  app.get('/middleware', () => {
    throw new HTTPException(thrown, { message: 'from a middleware' });
  });
  const response = await app.request('/middleware');
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code });
});
