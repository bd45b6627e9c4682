import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { sendJson, startTestServer } from '../../testing/start-test-server.ts';
import { createHttpEmbedder } from './http-embedder.ts';

const limits = { timeoutMs: 5_000, retries: 1, retryDelayMs: 1 };
const { signal } = new AbortController();

interface Asked {
  readonly model: string;
  readonly input: readonly string[];
}

/** Starts an API like OpenAI's whose vectors are the length of a text; it answers with these statuses first. */
async function startModel(statuses: readonly number[] = [], leaveOut = 0) {
  const asked: (Asked & { readonly path: string | undefined; readonly key: string | undefined })[] = [];
  const server = await startTestServer((request, response) => {
    void text(request).then((body) => {
      const { model, input } = JSON.parse(body) as Asked;
      const { url: path, headers } = request;
      asked.push({ model, input, path, key: headers.authorization });
      const status = statuses[asked.length - 1];
      if (status !== undefined) return sendJson(response, { error: 'no' }, status);
      const data = input.map((each, index) => ({ index, embedding: [each.length, 0.5] })).slice(leaveOut);
      return sendJson(response, { data: data.toReversed() });
    });
  });
  const environment = { EMBEDDINGS_URL: `${server.url}/v1`, EMBEDDINGS_MODEL: 'small', EMBEDDINGS_API_KEY: 'key' };
  const embedder = createHttpEmbedder({ environment, limits });
  if (!embedder) throw new Error('The environment names a model.');
  return { asked, embedder, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

it("an HTTP embedder returns each text's vector in order, from requests of bounded size", async () => {
  await using model = await startModel();
  const texts = Array.from({ length: 130 }, (_, index) => 'x'.repeat(index));
  const vectors = await model.embedder.embed(texts, signal);
  expect(vectors.map(([first]) => first)).toEqual(texts.map(({ length }) => length));
  expect(model.asked.map(({ input }) => input.length)).toEqual([64, 64, 2]);
  expect(model.asked[0]).toMatchObject({ path: '/v1/embeddings', model: 'small', key: 'Bearer key' });
  expect(model.embedder.id).toMatch(/^127\.0\.0\.1:\d+:small$/);
});

it('an HTTP embedder retries transient failures', async () => {
  await using model = await startModel([503]);
  expect(await model.embedder.embed(['x'], signal)).toHaveLength(1);
});

it.each([
  { what: 'refuses', statuses: [401], requests: 1 },
  { what: 'is busy all the time', statuses: [429, 429], requests: 2 },
  { what: 'leaves texts out', leaveOut: 1, requests: 1 },
])('an HTTP embedder says what to check when the model $what', async ({ statuses = [], leaveOut = 0, requests }) => {
  await using model = await startModel(statuses, leaveOut);
  await expect(model.embedder.embed(['x'], signal)).rejects.toMatchObject({
    code: 'EXTERNAL_API_ERROR',
    message: expect.stringContaining('Check EMBEDDINGS_URL'),
  });
  expect(model.asked).toHaveLength(requests);
});

it('an HTTP embedder stops when the signal aborts', async () => {
  await using model = await startModel();
  await expect(model.embedder.embed(['x'], AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
});

it('createHttpEmbedder returns an embedder when the environment configures a model', () => {
  expect(createHttpEmbedder({ environment: {} })).toBeUndefined();
  expect(() => createHttpEmbedder({ environment: { EMBEDDINGS_URL: 'https://example.com/v1' } })).toThrow(
    'EMBEDDINGS_MODEL is needed',
  );
});
