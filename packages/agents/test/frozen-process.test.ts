import { bindTools, defineTool } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import type { UnitOfWork } from '@shipmate/domain';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentFixture } from './agent-fixture.ts';
import { toFreezing } from './freezing-database.ts';

const leaseSeconds = 4;

it('a process that freezes past its lease right after it stores a call does not call the tool', async () => {
  await using fixture = await createAgentFixture();
  const done: string[] = [];
  const change = defineTool({
    name: 'change',
    description: 'Changes something.',
    category: 'chart',
    effect: 'write',
    input: z.object({}),
    output: z.object({}),
    execute: async () => {
      done.push('change');
      return {};
    },
  });
  const model = new ScriptedModel([{ toolCalls: [{ name: 'change', id: 'call' }] }]);
  const executor = fixture.createExecutor(model, {
    extraTools: bindTools([change], {}),
    unitOfWork: freezeAfterCallBegun(fixture.unitOfWork),
    leaseSeconds,
  });
  const { run } = await executor.start(fixture.principal, fixture.question('go'));
  const callsOf = () => fixture.unitOfWork.stores.runs.listToolCalls(run.id);
  await expect.poll(callsOf).toMatchObject([{ status: 'running' }]);
  await executor.close();
  expect(await callsOf()).toMatchObject([{ status: 'running' }]);
  expect(done).toEqual([]);
});

/** Freezes the process once a call is stored. */
function freezeAfterCallBegun(real: UnitOfWork): UnitOfWork {
  return toFreezing(real, {
    leaseSeconds,
    watch: (stores, begun) => ({
      ...stores,
      runs: { ...stores.runs, beginToolCall: (...args) => (begun(), stores.runs.beginToolCall(...args)) },
    }),
  });
}
