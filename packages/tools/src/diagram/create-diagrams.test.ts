import type { CodeMapSnapshot, DiagramRequest } from '@shipmate/domain/code-map';
import { expect, it } from 'vitest';
import type { ComputePort } from '../compute/compute-port.ts';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import { createSnapshot, shopFiles } from '../../test/support/sample-code.ts';
import { createDiagrams } from './create-diagrams.ts';

const { signal } = new AbortController();
const caller = { principal: { organizationId: 'acme' }, signal };
const listSymbols = async () => new Map();
const tree: DiagramRequest = { type: 'file_tree' };

/** Diagrams, and the names of the tasks that they ran. */
function createCountedDiagrams(maxResultBytes?: number) {
  const inline = createInlineCompute();
  const tasks: string[] = [];
  const compute: ComputePort = {
    run(name, args, task) {
      tasks.push(name);
      return inline.run(name, args, task);
    },
  };
  const diagrams = createDiagrams({ compute, ...(maxResultBytes !== undefined && { maxResultBytes }) });
  const draw = (snapshot: CodeMapSnapshot, request: DiagramRequest) =>
    diagrams.draw({ snapshot, request, listSymbols }, caller);
  return { diagrams, draw, tasks };
}

it('draws a request of a snapshot once, and assesses its health once', async () => {
  const { diagrams, draw, tasks } = createCountedDiagrams();
  const snapshot = createSnapshot(shopFiles);
  const first = await draw(snapshot, tree);
  expect(await draw(snapshot, { ...tree })).toBe(first);
  expect(await diagrams.assess(snapshot, caller)).toBe(await diagrams.assess(snapshot, caller));
  expect(tasks).toEqual(['drawDiagram', 'assessMapHealth']);
});

it('draws another request and another snapshot by themselves', async () => {
  const { draw, tasks } = createCountedDiagrams();
  const snapshot = createSnapshot(shopFiles);
  const whole = await draw(snapshot, tree);
  const folded = await draw(snapshot, { ...tree, filters: { maxDepth: 1 } });
  const older = await draw(createSnapshot(shopFiles.slice(2)), tree);
  expect(tasks).toHaveLength(3);
  expect(new Set([whole, folded, older].map(({ stats }) => JSON.stringify(stats))).size).toBe(3);
});

it('drops the least recently used picture beyond its memory', async () => {
  const { draw, tasks } = createCountedDiagrams(45_000);
  const snapshot = createSnapshot(shopFiles);
  const flat: DiagramRequest = { ...tree, filters: { maxDepth: 1 } };
  await draw(snapshot, tree);
  await draw(snapshot, { type: 'dependency_graph' });
  await draw(snapshot, { type: 'dependency_graph', filters: { languages: ['ts'] } });
  await draw(snapshot, flat);
  const before = tasks.length;
  await draw(snapshot, flat);
  expect(tasks).toHaveLength(before);
  await draw(snapshot, tree);
  expect(tasks).toHaveLength(before + 1);
});

it('computes a result again after a failure', async () => {
  const { draw, tasks } = createCountedDiagrams();
  const snapshot = createSnapshot(shopFiles);
  const wrong: DiagramRequest = { type: 'architecture_slice', from: 'no/such/path' };
  await expect(draw(snapshot, wrong)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(draw(snapshot, wrong)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(tasks).toHaveLength(2);
});
