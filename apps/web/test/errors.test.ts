import { newId } from '@shipmate/domain';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

let web: TestWeb;
let browser: TestBrowser;
beforeAll(async () => {
  web = await startWeb();
  browser = await web.signIn();
});
afterAll(() => web[Symbol.asyncDispose]());

const asked = { id: newId(), workspaceId: newId() };
const json = { 'content-type': 'application/json' };

it.each([
  { name: 'malformed JSON', path: '/api/workspaces', body: '{"template":', status: 400, code: 'VALIDATION_ERROR' },
  { name: 'a wrong type', path: '/api/workspaces', body: '{"prompt":7}', status: 400, code: 'VALIDATION_ERROR' },
  {
    name: 'an unknown model',
    path: '/api/workspaces',
    body: '{"model":"acme:x"}',
    status: 400,
    code: 'VALIDATION_ERROR',
  },
  {
    name: 'an id that is none',
    path: '/api/workspaces/1/changes/accept',
    body: '{"revisionNumber":0}',
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    name: 'a chat without words',
    path: '/api/chat',
    body: JSON.stringify({ ...asked, messages: [{ role: 'user', parts: [{ type: 'text', text: ' ' }] }] }),
    status: 400,
    code: 'VALIDATION_ERROR',
  },
  {
    name: 'a chat without messages',
    path: '/api/chat',
    body: JSON.stringify({ ...asked, messages: [] }),
    status: 400,
    code: 'VALIDATION_ERROR',
  },
  {
    name: 'an oversized body',
    path: '/api/schedules',
    body: `"${'x'.repeat(2 ** 20)}"`,
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
  },
  { name: 'an unknown path', path: '/api/nothing', body: '{}', status: 404, code: 'NOT_FOUND' },
])('an error $name is a response with $status in the error envelope', async ({ path, body, status, code }) => {
  const response = await browser.fetch(path, { method: 'POST', headers: { ...json, 'x-request-id': 'test-1' }, body });
  expect(response.status).toBe(status);
  expect(response.headers.get('x-request-id')).toBe('test-1');
  expect(await read<ErrorEnvelope>(response)).toMatchObject({
    success: false,
    code,
    requestId: 'test-1',
    message: expect.stringMatching(/./),
  });
});
