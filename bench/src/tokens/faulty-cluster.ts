import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KubeObject, loadScenario, type Scenario, startScenario } from '../../../packages/kube-sim/src/index.ts';
import { createKubernetesClient } from '../../../packages/tools/src/kubernetes/index.ts';
import { scenarioClues } from '../../../packages/tools/test/investigation/clues.ts';
import { createTestKubectl, type TestKubectl } from '../../../packages/tools/test/support/test-kubectl.ts';
import { type CustomKind, defineKinds } from './custom-kinds.ts';

/** A simulated cluster with one fault and many kinds, and the clients of both paths. */
export interface FaultyCluster extends AsyncDisposable {
  readonly name: string;
  readonly scenario: Scenario;
  readonly clock: { now(): Date };
  readonly kubernetes: NonNullable<ReturnType<typeof createKubernetesClient>>;
  readonly kubectl: TestKubectl;
  /** Lists the objects of a kind that match a reference. */
  find(reference: Reference): readonly KubeObject[];
  /** Returns `true` if a text contains all clues of the fault, as Shipmate's tools print them. */
  isInView(text: string): boolean;
}

interface Reference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Starts a scenario whose clock is stopped. */
export async function startFaultyCluster(name: string, kinds: readonly CustomKind[]): Promise<FaultyCluster> {
  await using stack = new AsyncDisposableStack();
  const scenario = await loadScenario(name);
  const { cluster } = await startScenario(scenario, { startTime: new Date('2026-01-01T00:00:00Z') });
  stack.defer(() => cluster.close());
  defineKinds(cluster, kinds);
  const kubectl = stack.use(await createTestKubectl(cluster));
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-bench-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'config'), cluster.kubeconfig());
  const kubernetes = createKubernetesClient({ environment: { KUBECONFIG: join(folder, 'config') } });
  if (!kubernetes) throw new Error('The environment names no cluster.');
  stack.defer(() => kubernetes.close());
  const clues = scenarioClues[name]?.clues ?? [];
  const open = stack.move();
  return {
    name,
    scenario,
    clock: { now: () => cluster.now() },
    kubernetes,
    kubectl,
    find: ({ apiVersion, kind, name, namespace, labels = {} }) =>
      cluster.objects
        .list({ apiVersion, kind, namespace })
        .filter(({ metadata }) => name === undefined || metadata.name === name)
        .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value)),
    isInView: (text) => clues.every((clue) => clue.test(text)),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
