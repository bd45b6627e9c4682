import { newId } from '@shipmate/domain';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import type { DiagramChatAnswer } from '@shipmate/protocol/web/diagram-chat';
import { createMemoryCodeMaps, createSnapshot, shopFiles } from '@shipmate/tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

const database = await createTestDatabase('pglite');
const tenant = await createTestTenant(database.unitOfWork);
const codeMaps = createMemoryCodeMaps({
  organizationId: tenant.principal.organizationId,
  snapshots: [createSnapshot(shopFiles)],
  texts: { 'services/web/src/routes.ts': 'app.get("/orders")\n' },
});
let web: TestWeb;
let browser: Awaited<ReturnType<TestWeb['signIn']>>;
beforeAll(async () => {
  web = await startWeb({ database, codeMaps });
  browser = await web.signIn(tenant);
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const repository = { owner: 'acme', repo: 'shop' };
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
    expect(answer.referencedNodes).toContain('acme/shop:services/web/src/routes.ts');
    expect(answer.suggestedActions.map(({ type }) => type)).toEqual(['highlightNodes', 'openFileRange']);
    const again = await ask('draw the data flow', { id });
    expect(((await again.json()) as DiagramChatAnswer).tools[0]?.tool).toBe('createDiagram');
  });

  it.each([
    [{ owner: 'acme', repo: 'other' }, [404, 'NOT_FOUND']],
    [{ repo: null }, [400, 'VALIDATION_ERROR']],
  ])('refuses the repository of %j', async (more, expected) => {
    expect(await readError(await ask('draw it', more))).toEqual(expected);
  });
});
