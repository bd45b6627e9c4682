import { describe, expect, it } from 'vitest';
import { startTestServer } from '../testing/start-test-server.ts';
import { createDownloader } from './downloader.ts';

const open = createDownloader({ allowPrivate: true, connectTimeoutMs: 5_000, timeoutMs: 10_000 });
const guarded = createDownloader({ allowPrivate: false, connectTimeoutMs: 5_000, timeoutMs: 10_000 });
const get = (url: string, downloader = open, signal = new AbortController().signal) =>
  downloader.download(new URL(url), { maxBytes: 100, signal });

it('a downloader gets a file through redirects to other hosts', async () => {
  await using other = await startTestServer((_request, response) => response.end(Buffer.from([0, 255])));
  await using server = await startTestServer((_request, response) =>
    response.writeHead(302, { location: other.url }).end(),
  );
  expect([...(await get(server.url))]).toEqual([0, 255]);
});

describe('a downloader rejects', () => {
  it.each([
    ['http://example.test/index.yaml', /not fetched by https/],
    ['file:///etc/passwd', /not fetched by https/],
    ['https://169.254.169.254/latest/meta-data', /private network/],
    ['https://[::1]/', /private network/],
    ['https://localhost/', /private network/],
  ])('%s', async (url, message) => {
    await expect(get(url, guarded)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(message),
    });
  });

  it('a file that is too long', async () => {
    await using server = await startTestServer((_request, response) => response.end('x'.repeat(101)));
    await expect(get(server.url)).rejects.toMatchObject({ message: expect.stringContaining('longer than 100 bytes') });
  });

  it('a file that does not exist', async () => {
    await using server = await startTestServer((_request, response) => response.writeHead(404).end());
    await expect(get(server.url)).rejects.toMatchObject({ message: expect.stringContaining('404') });
  });

  it('endless redirects', async () => {
    await using server = await startTestServer((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    await expect(get(server.url)).rejects.toMatchObject({ message: expect.stringContaining('redirects too often') });
    expect(server.paths).toHaveLength(6);
  });
});

it('a downloader stops when the signal aborts', async () => {
  const controller = new AbortController();
  await using server = await startTestServer(() => controller.abort());
  await expect(get(server.url, open, controller.signal)).rejects.toMatchObject({ code: 'ABORTED' });
});
