import { silentLogger } from '@shipmate/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../app/create-app.ts';
import { parseBody } from './parse-body.ts';

const app = createApp({ logger: silentLogger });
const schema = z.object({ path: z.string(), nested: z.object({ count: z.number() }) });
app.post('/', async (context) => context.json(await parseBody(context, schema)));
app.post('/optional', async (context) => context.json(await parseBody(context, schema.partial())));
const strict = z.strictObject({ path: z.string(), nested: z.strictObject({ count: z.number() }).optional() });
app.post('/strict', async (context) => context.json(await parseBody(context, strict)));

function post(body: string, { contentType = 'application/json', to = '/' } = {}) {
  return app.request(to, { method: 'POST', body, headers: { 'content-type': contentType } });
}

it.each(['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json', 'Application/JSON'])(
  'parseBody reads %s',
  async (contentType) => {
    const body = { path: 'a', nested: { count: 1 } };
    expect(await (await post(JSON.stringify(body), { contentType })).json()).toEqual(body);
  },
);

it.each([
  { what: 'malformed JSON', body: '{"path": ', message: 'The body is not valid JSON.' },
  { what: 'a blank body', body: ' ', message: 'The body is not valid JSON.' },
  {
    what: 'JSON of 2,000 levels',
    body: `{"path":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    message: 'The body is nested more than 200 levels deep. Send flatter JSON.',
  },
  {
    what: 'a form',
    body: 'path=a',
    contentType: 'application/x-www-form-urlencoded',
    message: 'Send the body as application/json.',
  },
  { what: 'plain text', body: '{}', contentType: 'text/plain', message: 'Send the body as application/json.' },
])('parseBody rejects $what', async ({ body, contentType, message }) => {
  const response = await post(body, { contentType });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ success: false, code: 'VALIDATION_ERROR', message });
});

it('parseBody reads a request without a body as an empty object', async () => {
  const bare = await app.request('/optional', { method: 'POST' });
  expect([bare.status, await bare.json()]).toEqual([200, {}]);
  const required = await app.request('/', { method: 'POST' });
  expect(await required.json()).toMatchObject({ details: { issues: [{ path: 'path' }, { path: 'nested' }] } });
});

it('parseBody names every invalid field', async () => {
  const response = await post('{"nested":{"count":"one"}}');
  expect(await response.json()).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/path: .*; nested\.count: /),
    details: { issues: [{ path: 'path' }, { path: 'nested.count' }] },
  });
});

it.each([
  [{ path: 'a', nestet: {} }, 'The request has unknown fields: "nestet" (did you mean "nested"?).', ''],
  [{ path: 'a', nested: { count: 1, colour: 1 } }, 'nested: has unknown fields: "colour"; known: "count"', 'nested'],
])('parseBody names the unknown field of %j for a strict schema', async (body, message, path) => {
  const response = await post(JSON.stringify(body), { to: '/strict' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', message, details: { issues: [{ path }] } });
});

it('parseBody reads 25,000 keys and values, also beside a text of 900 KB', async () => {
  const toBody = (length: number) =>
    JSON.stringify({ path: 'a,:{}'.repeat(180_000), nested: { count: 1 }, list: Array.from({ length }, () => 1) });
  expect((await post(toBody(24_991))).status).toBe(200);
  expect((await post(toBody(24_992))).status).toBe(413);
});

it.each([
  { what: 'a list of 25,000 numbers', body: JSON.stringify(Array.from({ length: 25_000 }, () => 1)) },
  {
    what: 'an object of 12,500 keys',
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 12_500 }, (_, index) => [`k${index}`, 1]))),
  },
])('parseBody rejects $what before parsing it', async ({ body }) => {
  const response = await post(`${body.slice(0, -1)}!`);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: expect.stringMatching(/^The body has more than 25,000 JSON keys and values\. Split the request/),
    details: { maxValues: 25_000 },
  });
});
