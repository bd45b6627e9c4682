import {
  listScenarios,
  loadScenario,
  startScenario,
  type Cluster,
  type KubeObject,
  type Scenario,
  type ScenarioChange,
} from '@shipmate/kube-sim';
import { expect, test } from 'vitest';
import { openKubernetesTools, startTime, type KubernetesTools } from '../support/start-kubernetes.ts';
import { encode } from '../support/tokenizer.ts';
import { scenarioClues } from './clues.ts';
import { investigate } from './strategy.ts';

/** A scenario of several concurrent faults, for demonstrations. */
const demonstration = 'demo';
const scenarios = (await listScenarios()).filter((name) => name !== demonstration);

test('scenarios are numerous, cover many kinds, and state their evidence', () => {
  expect(Object.keys(scenarioClues).toSorted()).toEqual(scenarios.toSorted());
  expect(scenarios.length).toBeGreaterThanOrEqual(30);
  expect(new Set(Object.values(scenarioClues).map(({ category }) => category)).size).toBeGreaterThanOrEqual(15);
});

test.each(scenarios)(
  '%s: a few calls show the root cause, and the fix repairs it and changes nothing else',
  async (name) => {
    const scenario = await loadScenario(name);
    const running = await startScenario(scenario, { startTime });
    const { cluster } = running;
    await using tools = await openKubernetesTools(cluster.kubeconfig(), { clock: { now: () => cluster.now() } });
    await using _ = { [Symbol.asyncDispose]: () => cluster.close() };

    const calls = await investigate((tool, input) => tools.answer(tool, input));
    const seen = calls.map(({ text }) => text).join('\n');
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(encode(seen).length).toBeLessThanOrEqual(6_000);
    for (const clue of scenarioClues[name]?.clues ?? []) expect(seen).toMatch(clue);

    expect(running.isRepaired()).toBe(false);
    const before = valuesOf(scenario, cluster);
    const changed: string[] = [];
    for (const change of scenario.fix) changed.push(...(await make(change, cluster, tools)));
    expect(running.awaitOutcome()).toBe(true);
    const after = valuesOf(scenario, cluster);
    for (const object of changed) [before, after].forEach((values) => values.delete(object));
    expect(after).toEqual(before);
  },
);

/** Returns the values that declared fields have in the cluster, by object. */
function valuesOf({ objects }: Scenario, cluster: Cluster): Map<string, unknown> {
  return new Map(
    (objects as unknown as readonly KubeObject[]).map((declared) => {
      const { name } = declared.metadata;
      return [
        keyOf(declared, name),
        project(
          declared,
          findAll(cluster, declared).find((each) => each.metadata.name === name),
        ),
      ];
    }),
  );
}

/** Returns the live value reduced to the fields of the declared one. */
function project(declared: unknown, live: unknown): unknown {
  if (typeof declared !== 'object' || declared === null) return live;
  const fields = live as Readonly<Record<string, unknown>> | undefined;
  return Object.fromEntries(Object.entries(declared).map(([key, value]) => [key, project(value, fields?.[key])]));
}

type Kind = Pick<KubeObject, 'apiVersion' | 'kind'> & { readonly metadata?: { readonly namespace?: string } };

/** Makes a change with the write tools, as an agent does, and returns the changed objects. */
async function make(change: ScenarioChange, cluster: Cluster, tools: KubernetesTools): Promise<readonly string[]> {
  if (change.do === 'delete') {
    const { name, namespace, labels = {}, ...type } = change.of;
    const kind = { ...type, metadata: { ...(namespace !== undefined && { namespace }) } };
    const meant = findAll(cluster, kind)
      .filter(({ metadata }) => name === undefined || metadata.name === name)
      .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value))
      .map(({ metadata }) => metadata.name);
    // Tools do not force deletions; a person does.
    if (change.force)
      for (const each of meant) cluster.objects.delete({ ...change.of, name: each }, { gracePeriodSeconds: 0 });
    else for (const each of meant) await tools.call('kubectl_delete', { resource: `${kind.kind}/${each}`, namespace });
    return meant.map((each) => keyOf(kind, each));
  }
  const object = change.object as unknown as KubeObject;
  const { name, namespace } = object.metadata;
  const isThere = findAll(cluster, object).some(({ metadata }) => metadata.name === name);
  const text = JSON.stringify(object);
  if (isThere) await tools.call('kubectl_patch', { resource: `${object.kind}/${name}`, namespace, patch: text });
  else await tools.call('kubectl_apply', { manifest: text });
  return [keyOf(object, name)];
}

function findAll(cluster: Cluster, { apiVersion, kind, metadata }: Kind): readonly KubeObject[] {
  const namespace = metadata?.namespace;
  return cluster.objects.list({ apiVersion, kind, ...(namespace !== undefined && { namespace }) });
}

function keyOf({ kind, metadata }: Kind, name: string): string {
  return `${kind} ${metadata?.namespace ?? ''}/${name}`;
}
