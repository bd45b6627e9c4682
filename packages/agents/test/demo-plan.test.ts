import { newId } from '@shipmate/domain';
import { acceptPending } from '@shipmate/domain/workspace';
import { createDemoModel } from '@shipmate/providers';
import { createAcceptanceCheck, createFixedKubernetesVersions } from '@shipmate/tools';
import { createInlineCompute, sharedHelm } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { demoScript } from '../src/demo/index.ts';
import { createAgentFixture } from './agent-fixture.ts';

const check = createAcceptanceCheck({
  helm: sharedHelm,
  kubernetesVersions: createFixedKubernetesVersions(),
  compute: createInlineCompute(),
});

it.each(['starter', 'sample'] as const)(
  'the demo model plans a production-ready %s chart and applies the plan with edits that render',
  async (template) => {
    await using fixture = await createAgentFixture({ template });
    const { createExecutor, question, principal, unitOfWork, workspace, events } = fixture;
    const { plans, workspaces } = unitOfWork.stores;
    const executor = createExecutor(createDemoModel({ script: demoScript, pacing: 0 }));
    const conversationId = newId();
    const answer = async (message: string, planId?: string) => {
      const { run } = await executor.start(principal, { ...question(message, conversationId), planId });
      return events(run.id);
    };
    await answer('make this chart production ready');
    const pending = async () =>
      (await workspaces.getDetail(principal, workspace.id)).files.flatMap((file) => (file.pending ? [file.path] : []));
    expect(await pending()).toEqual([]);
    const [plan] = await plans.list(principal, workspace.id);
    expect(plan?.actions.map(({ path, action }) => `${action} ${path}`)).toEqual([
      'create templates/hpa.yaml',
      expect.stringMatching(/^modify templates\/.*deployment\.yaml$/),
      'create templates/pdb.yaml',
      'modify values.yaml',
    ]);

    const log = await answer('Proceed with the plan.', plan?.id);
    expect(log.flatMap(({ event }) => (event.type === 'tool_result' && event.isError ? [event.output] : []))).toEqual(
      [],
    );
    expect(await plans.get(principal, plan?.id ?? '')).toMatchObject({ status: 'applied' });
    expect((await pending()).toSorted()).toEqual(plan?.actions.map(({ path }) => path).toSorted());
    const { charts, files } = await workspaces.getDetail(principal, workspace.id);
    await expect(check(principal, { charts, files: acceptPending(files, 'all') })).resolves.toBeUndefined();
  },
);
