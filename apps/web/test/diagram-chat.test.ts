import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@shipmate/domain';
import type { DiagramChatAnswer } from '@shipmate/protocol/web/diagram-chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addShop } from './add-shop.ts';
import { readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let root: string;
let web: TestWeb;
let browser: Awaited<ReturnType<TestWeb['signIn']>>;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'shipmate-diagram-chat-'));
  web = await startWeb({ repositories: { root, roots: [] } });
  browser = await web.signIn();
  await addShop(web, browser.tenant.principal, root);
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

const repository = { owner: 'local', repo: 'shop' };
const ask = (text: string, more: object = {}) =>
  browser.post('/api/diagram/chat', { messages: [{ role: 'user', content: text }], ...repository, ...more });

describe('POST /api/diagram/chat', () => {
  it('draws a diagram and gives a tour with the demo model', async () => {
    const response = await ask('Give me a tour of the architecture');
    expect(response.status).toBe(200);
    const answer = (await response.json()) as DiagramChatAnswer;
    expect(answer.answer).toContain('The diagram “Architecture” shows');
    expect(answer.answer).toMatch(/^1\. \*\*/mu);
    expect(answer.tools.map(({ tool }) => tool)).toEqual(['createDiagram', ...Array(4).fill('navigateCanvas')]);
    expect(answer.tools[0]?.result.map(({ type }) => type)).toEqual(['diagram_created', 'canvas_actions']);
    expect(answer.tools[1]?.actions.map(({ type }) => type)).toEqual(['focusNode', 'highlightNodes']);
    expect(answer.referencedNodes.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(answer)).not.toContain('"sample"');
  });

  it('suggests places that a search found, and continues the conversation of an id', async () => {
    const id = newId();
    const answer = (await (await ask('where are the routes?', { id })).json()) as DiagramChatAnswer;
    expect(answer.referencedNodes).toContain('local/shop:services/web/src/routes.ts');
    expect(answer.suggestedActions.map(({ type }) => type)).toEqual(['highlightNodes', 'openFileRange']);
    const again = await ask('draw the data flow', { id });
    expect(((await again.json()) as DiagramChatAnswer).tools[0]?.tool).toBe('createDiagram');
  });

  it.each([
    [{ owner: 'local', repo: 'other' }, [404, 'NOT_FOUND']],
    [{ repo: null }, [400, 'VALIDATION_ERROR']],
  ])('refuses the repository of %j', async (more, expected) => {
    expect(await readError(await ask('draw it', more))).toEqual(expected);
  });
});
