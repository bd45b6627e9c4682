import { newId } from '@shipmate/domain';
import type { Persona } from '@shipmate/domain/run';
import { runHeader, workspaceHeader } from '@shipmate/protocol/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, createToolsApi, type Tenant } from './create-tools-api.ts';

let api: Awaited<ReturnType<typeof createToolsApi>>;
let ada: Tenant;
beforeAll(async () => {
  api = await createToolsApi();
  ada = await createTenant(api.database);
});
afterAll(() => api.database.close());

/** Starts a run for a person, and returns it with the token for its tool calls. */
async function beginRun(persona: Persona) {
  const { principal, workspaceId } = ada;
  const { conversations, runs } = api.database.unitOfWork.stores;
  const conversation = await conversations.create(principal, { id: newId(), workspaceId, contextType: 'chart' });
  const id = newId();
  await runs.create(principal, {
    id,
    conversationId: conversation.id,
    workspaceId,
    model: 'test:model',
    persona,
  });
  return { id, token: await api.toolTokens.sign(principal, { workspaceId, runId: id }) };
}

const create = (path: string) => ({ command: 'create', path, content: 'a: 1\n' });

it.each(['/api/tools/textEditor', '/api/tools/editor'])(
  "%s restricts a run's token to the run's persona, whatever the call claims",
  async (path) => {
    const operator = await beginRun('operator');
    const other = await beginRun('developer');
    const body = { ...create(`templates/${newId()}.yaml`), workspaceId: ada.workspaceId, persona: 'developer' };
    const refused = await api.send(path, { token: operator.token, body });
    expect(refused.text).toContain('this run works for an operator, who changes values files only');
    const escaped = await api.send(path, {
      token: operator.token,
      body,
      headers: { [workspaceHeader]: ada.workspaceId, [runHeader]: other.id },
    });
    expect(JSON.stringify(escaped.body)).toMatch(/Run not found|for an operator/);
    expect((await api.send(path, { token: other.token, body })).body).toMatchObject({ success: true });
  },
);

it('the persona operator may change values files', async () => {
  const { token } = await beginRun('operator');
  const body = create('values-prod.yaml');
  expect((await api.send('/api/tools/textEditor', { token, body })).body).toMatchObject({ success: true });
});
