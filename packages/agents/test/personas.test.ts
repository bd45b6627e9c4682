import { ScriptedModel, type ScriptedToolCall } from '@shipmate/core/testing';
import { describe, expect, it } from 'vitest';
import { createAgentFixture } from './agent-fixture.ts';

const editor = (input: Record<string, string>): ScriptedToolCall => ({ name: 'textEditor', input });
const replace = (path: string, oldStr: string, newStr: string) =>
  editor({ command: 'str_replace', path, oldStr, newStr });
const create = (path: string) => editor({ command: 'create', path, content: 'a: 1\n' });

/** Runs one call with the persona "operator"; returns its result and the changed files. */
async function callAsOperator(call: ScriptedToolCall) {
  await using fixture = await createAgentFixture();
  using model = new ScriptedModel([{ toolCalls: [call] }, { text: 'That is all.' }]);
  const { run } = await fixture
    .createExecutor(model)
    .start(fixture.principal, { ...fixture.question('go'), persona: 'operator' });
  const log = await fixture.events(run.id);
  const { stores } = fixture.unitOfWork;
  const { files } = await stores.workspaces.getDetail(fixture.principal, fixture.workspace.id);
  return {
    persona: (await stores.runs.get(fixture.principal, run.id)).persona,
    system: model.requests[0]?.system,
    result: log.flatMap(({ event }) => (event.type === 'tool_result' ? [event] : []))[0],
    changed: files.filter(({ pending }) => pending !== null).map(({ path }) => path),
  };
}

describe("an operator's run", () => {
  it('is stored with the persona, which the prompt mentions', async () => {
    const { persona, system } = await callAsOperator(editor({ command: 'view', path: 'Chart.yaml' }));
    expect(persona).toBe('operator');
    expect(system).toContain('values files only');
  });

  it.each([
    ['values.yaml', replace('values.yaml', 'replicaCount: 1', 'replicaCount: 2')],
    ['values-prod.yaml', create('values-prod.yaml')],
    ['ci/test-values.yaml', create('ci/test-values.yaml')],
  ])('may change %s', async (path, call) => {
    const { result, changed } = await callAsOperator(call);
    expect(result).toMatchObject({ isError: false });
    expect(changed).toEqual([path]);
  });

  it.each([
    ['a template', replace('templates/service.yaml', 'kind: Service', 'kind: Service # x')],
    ['Chart.yaml', replace('Chart.yaml', 'apiVersion: v2', 'apiVersion: v1')],
    ['a new template', create('templates/values.yaml')],
    ["a subchart's values", create('charts/redis/values.yaml')],
    ['a file that is no values file', create('notes.yaml')],
    ['a deletion', { name: 'deleteFile', input: { path: 'templates/service.yaml' } }],
    [
      'a rename of values to a template',
      { name: 'renameFile', input: { path: 'values.yaml', newPath: 'templates/v.yaml' } },
    ],
    [
      'a plan with a forbidden action',
      {
        name: 'proposePlan',
        input: { summary: 's', actions: [{ path: 'templates/service.yaml', action: 'delete', why: 'x' }] },
      },
    ],
  ])('is refused %s, with the rule', async (_, call) => {
    const { result, changed } = await callAsOperator(call);
    expect(result).toMatchObject({
      isError: true,
      output: expect.stringMatching(/this run works for an operator, who changes values files only/),
    });
    expect(changed).toEqual([]);
  });
});
