import { readFile } from 'node:fs/promises';
import { defaultArchiveLimits } from '@shipmate/domain/archive';
import { patternLimits } from '@shipmate/domain/pattern';
import { maxFileCharacters } from '@shipmate/domain/workspace';
import { maxManifestCharacters } from '@shipmate/protocol/web/create';
import { maxAppliedCharacters } from '@shipmate/protocol/web/proposals';
import type { WorkspaceListResponse } from '@shipmate/protocol/web/workspace';
import { rawTar } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

/** A text that takes the most bytes in JSON: an escaped control character is six bytes, a line break two. */
const worst = (characters: number): string => '\u0001'.repeat(characters);

it('a text within its limit is not refused for its bytes, whatever its characters', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const created = await browser.post('/api/workspaces', { template: 'sample', name: 'Shop' });
  const { workspaceId } = await read<{ workspaceId: string }>(created);
  const files = `/api/workspaces/${workspaceId}/files`;
  const manifest = { name: 'a.yaml', content: worst(maxManifestCharacters) };
  const bodies: readonly (readonly [method: 'POST' | 'PUT', path: string, body: unknown])[] = [
    ['POST', files, { path: 'a.txt', content: worst(maxFileCharacters) }],
    ['PUT', files, { path: 'values.yaml', content: worst(maxFileCharacters), version: 'x' }],
    ['POST', '/api/workspaces/manifests', { files: [manifest] }],
    [
      'POST',
      '/api/workspaces/manifests',
      {
        files: Array.from({ length: 500 }, () => ({
          ...manifest,
          name: worst(300),
          content: worst(maxManifestCharacters / 500),
        })),
        prompt: worst(20_000),
      },
    ],
    ['POST', '/api/patterns', { title: worst(patternLimits.titleLength), body: worst(patternLimits.bodyLength) }],
    ['POST', `/api/proposals/${workspaceId}/confirmation`, { manifests: worst(maxAppliedCharacters) }],
    [
      'POST',
      '/api/chat',
      {
        messages: [
          { role: 'assistant', content: worst(maxFileCharacters) },
          { role: 'user', content: 'a' },
        ],
      },
    ],
  ];
  for (const [method, path, body] of bodies) {
    const response = method === 'POST' ? await browser.post(path, body) : await browser.send(method, path, body);
    expect([path, response.status]).not.toEqual([path, 413]);
  }
});

it('manifests beyond their limit are refused with the field and the limit', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const half = { name: 'a.yaml', content: 'x'.repeat(maxManifestCharacters / 2 + 1) };
  const response = await browser.post('/api/workspaces/manifests', { files: [half, half] });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: expect.stringMatching(/files: .*1,000,000 characters/),
  });
});

it('an archive keeps every file within the limit of a file, whatever its bytes', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const files = {
    'values.yaml': '€'.repeat(maxFileCharacters),
    'larger.yaml': 'x'.repeat(maxFileCharacters + 1),
  };
  const entries = Object.entries(files).map(([name, content]) => ({ name: `shop/${name}`, content }));
  const response = await browser.fetch('/api/workspaces/archive', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: rawTar([{ name: 'shop/Chart.yaml', content: 'name: shop\nversion: 1.0.0\n' }, ...entries]),
  });
  const { left } = await read<{ left: unknown }>(response);
  expect(left).toEqual([{ path: 'larger.yaml', reason: 'too_large' }]);
  expect((await read<WorkspaceListResponse>(await browser.fetch('/api/workspaces'))).workspaces).toHaveLength(1);
});

it('the table of limits in the documents has the limits of the code', async () => {
  const operations = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const characters = (count: number) => `${count.toLocaleString('en-US')} characters`;
  const { maxCompressedBytes, maxTextBytes, maxEntries } = defaultArchiveLimits;
  for (const limit of [
    `A file of a workspace | ${characters(maxFileCharacters)}`,
    `Manifests to convert, together | ${characters(maxManifestCharacters)}`,
    `Manifests to apply | ${characters(maxAppliedCharacters)}`,
    `A pattern | ${characters(patternLimits.bodyLength)}`,
    `An archive | ${maxCompressedBytes / 1_000_000} MB, ${maxTextBytes / 1_000_000} MB of text, ${maxEntries.toLocaleString('en-US')} entries`,
  ]) {
    expect(operations).toContain(`| ${limit} |`);
  }
});
