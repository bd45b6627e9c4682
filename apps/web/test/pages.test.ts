import { userMessage } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import { conversationListResponseSchema } from '@shipmate/protocol/web/conversations';
import { type CreateWorkspaceResponse, workspaceListResponseSchema } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

/** Reads a list page by page, following `next`. */
async function readPages<Item>(
  browser: TestBrowser,
  path: string,
  toPage: (body: unknown) => { readonly items: readonly Item[]; readonly next: string | null },
): Promise<readonly (readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const body = await read<unknown>(await browser.fetch(before === '' ? path : `${path}&before=${before}`));
    const { items, next } = toPage(body);
    pages.push(items);
    before = next;
  }
  return pages;
}

async function createWorkspace(browser: TestBrowser): Promise<string> {
  const created = await browser.post('/api/workspaces', { template: 'starter' });
  return (await read<CreateWorkspaceResponse>(created)).workspaceId;
}

it('GET /api/workspaces returns pages', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.unshift(await createWorkspace(browser));
  const pages = await readPages(browser, '/api/workspaces?limit=2', (body) => {
    const { workspaces, next } = workspaceListResponseSchema.parse(body);
    return { items: workspaces.map(({ id }) => id), next };
  });
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  for (const search of ['limit=0', 'limit=201', 'before=yesterday']) {
    const refused = await browser.fetch(`/api/workspaces?${search}`);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
  }
});

it('conversations of a workspace and their messages are returned in pages, replaced questions left out', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const workspaceId = await createWorkspace(browser);
  const { conversations } = web.unitOfWork.stores;
  const { principal } = browser.tenant;
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const id = newId();
    await conversations.create(principal, { id, workspaceId, contextType: 'chart' });
    ids.unshift(id);
  }
  const lists = await readPages(browser, `/api/workspaces/${workspaceId}/conversations?limit=2`, (body) => {
    const list = conversationListResponseSchema.parse(body);
    return { items: list.conversations.map(({ id }) => id), next: list.next };
  });
  expect(lists).toEqual([ids.slice(0, 2), ids.slice(2)]);

  const [conversationId = ''] = ids;
  const questions = Array.from({ length: 9 }, (_, index) => ({
    id: newId(),
    runId: null,
    message: userMessage(`question ${index}`),
  }));
  // More messages than one read of the database takes, and an edit that replaces questions 2 to 5.
  const answer = Array.from({ length: 150 }, (_, index) => ({
    id: newId(),
    runId: null,
    message: { role: 'assistant' as const, content: [{ type: 'text' as const, text: `${index}` }] },
  }));
  const asked = questions.map((question, index) =>
    index === 6 ? { ...question, replacesId: questions[2]?.id ?? '' } : question,
  );
  for (const question of asked) {
    const said = answer.map((message) => ({ ...message, id: newId() }));
    await conversations.appendMessages(principal, conversationId, [question, ...said]);
  }
  const pages = await readPages(browser, `/api/conversations/${conversationId}/messages?limit=2`, (body) => {
    const { messages, next } = body as ConversationResponse;
    return { items: messages.filter(({ role }) => role === 'user').map(({ parts }) => parts[0]), next };
  });
  const texts = pages.map((page) => page.map((part) => (part?.type === 'text' ? part.text : '')));
  const text = (index: number) => `question ${index}`;
  expect(texts).toEqual([[text(7), text(8)], [text(1), text(6)], [text(0)]]);
  const refused = await browser.fetch(`/api/conversations/${conversationId}/messages?before=first`);
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
});
