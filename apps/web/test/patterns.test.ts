import type { AuditListResponse } from '@shipmate/protocol/web/audit';
import type { PatternListResponse, PatternSearchResponse, PatternView } from '@shipmate/protocol/web/patterns';
import { expect, it } from 'vitest';
import { pattern } from './guarded-routes/standing-routes.ts';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const markdown = '---\nkind: policy\ntags: [postgresql]\n---\n# Backups\n\n## How long\n\nThirty days.\n';

const postMarkdown = (browser: TestBrowser, body: string): Promise<Response> =>
  browser.fetch('/api/patterns', { method: 'POST', body, headers: { 'content-type': 'text/markdown; charset=utf-8' } });

const titles = async (browser: TestBrowser): Promise<readonly string[]> =>
  (await read<PatternListResponse>(await browser.fetch('/api/patterns'))).patterns.map(({ title }) => title);

it('/api/patterns stores documents from JSON and Markdown, finds, returns and deletes them', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const made = await owner.post('/api/patterns', pattern);
  expect(made.status).toBe(201);
  expect(await read<PatternView>(made)).toEqual({
    ...pattern,
    id: expect.any(String),
    kind: 'pattern',
    tags: [],
    source: null,
    savedByUserId: owner.tenant.principal.userId,
    savedAt: expect.any(String),
  });
  const policy = await read<PatternView>(await postMarkdown(owner, markdown));
  expect(policy).toMatchObject({ kind: 'policy', title: 'Backups', tags: ['postgresql'] });
  expect(await titles(owner)).toEqual(['Backups', 'Databases']);
  const path = `/api/patterns/${policy.id}`;
  expect(await read(await owner.fetch(path))).toEqual(policy);
  const { body: _body, ...summary } = policy;
  const found = await owner.fetch('/api/patterns/search?q=how+long+are+backups+kept&limit=1');
  expect(await read<PatternSearchResponse>(found)).toEqual({
    passages: [{ pattern: summary, heading: 'Backups › How long', body: 'Thirty days.' }],
  });
  expect((await owner.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect(await readError(await owner.fetch(path, { method: 'DELETE' }))).toEqual([404, 'NOT_FOUND']);
  expect(await titles(owner)).toEqual(['Databases']);
  const { entries } = await read<AuditListResponse>(await owner.fetch('/api/audit'));
  expect(entries.map(({ kind }) => kind)).toEqual(['pattern_removed', 'pattern_saved', 'pattern_saved']);
});

it('POST /api/patterns rejects an invalid document, and one that is too large', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const json = 'application/json';
  const refused = [
    ['no JSON', '{', json],
    ['an unknown field', JSON.stringify({ ...pattern, id: 'mine' }), json],
    ['no title', JSON.stringify({ body: 'x' }), json],
    ['Markdown without a title', 'Only text.', 'text/markdown'],
    ['too long a text', `# Long\n\n${'x'.repeat(100_001)}`, 'text/markdown'],
    ['too large a body', 'x'.repeat(630_001), 'text/markdown'],
  ] as const;
  const statuses = await Promise.all(
    refused.map(async ([what, body, type]) => {
      const response = await owner.fetch('/api/patterns', { method: 'POST', body, headers: { 'content-type': type } });
      return [what, ...(await readError(response))];
    }),
  );
  expect(statuses).toEqual([
    ...refused.slice(0, -1).map(([what]) => [what, 400, 'VALIDATION_ERROR']),
    ['too large a body', 413, 'PAYLOAD_TOO_LARGE'],
  ]);
  expect(await titles(owner)).toEqual([]);
});

it('/api/patterns is readable for members and writable for owners', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const { id } = await read<PatternView>(await owner.post('/api/patterns', pattern));
  const colleague = await signInColleague(web, owner);
  expect(await titles(colleague)).toEqual(['Databases']);
  for (const [member, mayChange] of [
    [owner, true],
    [colleague, false],
  ] as const) {
    expect(await read(await member.fetch('/api/patterns'))).toMatchObject({ mayChange });
  }
  const refused = [
    await colleague.post('/api/patterns', { ...pattern, title: 'Mine' }),
    await colleague.fetch(`/api/patterns/${id}`, { method: 'DELETE' }),
  ];
  expect(await Promise.all(refused.map(readError))).toEqual([
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
  ]);
  expect(await titles(owner)).toEqual(['Databases']);
});
