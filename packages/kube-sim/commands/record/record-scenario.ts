import { createClusterReader } from './cluster-reader.ts';
import { type ConnectionOptions, readConnection } from './connection.ts';
import { findEvidence, findOutcome } from './find-evidence.ts';
import { observeContainers, type ObservedContainer } from './observe-containers.ts';
import { pruneObject } from './prune-object.ts';
import { type NamespaceState, readNamespace } from './read-namespace.ts';
import { createRedactor } from './redactor.ts';
import { createCluster } from '../../src/cluster/create-cluster.ts';
import { StatusError } from '../../src/errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../../src/object/json-value.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ImageRule } from '../../src/rules/image-rule.ts';
import { type Scenario, type ScenarioFile, scenarioSchema } from '../../src/scenario/scenario.ts';
import { isObserved, startScenario } from '../../src/scenario/start-scenario.ts';

/** The namespace and cluster to record. */
interface RecordOptions extends ConnectionOptions {
  readonly namespace: string;
}

/** A scenario of a namespace, with its differences from the recorded cluster. */
interface Recording {
  readonly scenario: ScenarioFile;
  /** Messages about objects that the simulator refuses and evidence that it does not show. */
  readonly leftOut: readonly string[];
}

/**
 * Records a namespace as a scenario; the cluster is only read. Values of Secrets, and what looks like a credential,
 * are redacted.
 * @throws Error if the namespace cannot be read
 */
export async function recordScenario({ namespace, ...options }: RecordOptions): Promise<Recording> {
  const reader = createClusterReader(await readConnection(options));
  try {
    const state = await readNamespace(reader, namespace);
    const observed = (
      await Promise.all(state.pods.map((pod) => observeContainers(pod, { reader, events: state.events })))
    ).flat();
    return await toRecording(state, observed);
  } finally {
    reader.close();
  }
}

async function toRecording(state: NamespaceState, seen: readonly ObservedContainer[]): Promise<Recording> {
  const redactor = createRedactor([...state.objects, ...state.pods]);
  const observed = redactor.value(seen);
  const nodes = state.nodes.map(toScenarioNode);
  const objects = orderObjects(state).map((object) => redactor.object(pruneObject(object)));
  const { accepted, refused } = await selectAccepted(objects);
  const scenario: ScenarioFile = {
    name: state.namespace.metadata.name,
    question: `What is wrong in the namespace ${state.namespace.metadata.name}, if anything, and what fixes it?`,
    cause: 'Unknown: recorded from a cluster without a diagnosis.',
    ...(nodes.length > 0 && { nodes: redactor.value(nodes) }),
    images: chooseRules(observed),
    objects: accepted,
    evidence: [...findEvidence(state, observed)],
    outcome: { checks: [...findOutcome(state)] },
  };
  return keepVisibleEvidence(scenario, refused);
}

/** One rule per image, that of a failing container first. */
function chooseRules(observed: readonly ObservedContainer[]): ImageRule[] {
  const sorted = observed.toSorted((left, right) => Number(right.isFailing) - Number(left.isFailing));
  return [...Map.groupBy(sorted, ({ rule }) => rule.image).values()].flatMap(([first]) => (first ? [first.rule] : []));
}

const early: ReadonlySet<string> = new Set([
  'ConfigMap',
  'LimitRange',
  'PersistentVolumeClaim',
  'ResourceQuota',
  'Secret',
  'ServiceAccount',
]);

/** Orders objects so that references come after their targets. */
function orderObjects({ namespace, definitions, objects, pods }: NamespaceState): readonly KubeObject[] {
  const alone = pods.filter(({ metadata }) => (metadata.ownerReferences ?? []).length === 0);
  const [first, then] = [true, false].map((isEarly) => objects.filter(({ kind }) => early.has(kind) === isEarly));
  return [namespace, ...definitions, ...(first ?? []), ...(then ?? []), ...alone];
}

const startTime = new Date('2026-01-01T00:00:00Z');

/** Splits the objects into those that the simulator accepts and messages about the others. */
async function selectAccepted(objects: readonly JsonObject[]) {
  const cluster = await createCluster({ startTime });
  const refused: string[] = [];
  const accepted = objects.filter((object) => {
    try {
      cluster.objects.apply(object);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof StatusError)) throw thrown;
      refused.push(thrown.message);
      return false;
    }
  });
  await cluster.close();
  return { accepted, refused };
}

/** Runs the scenario and keeps the evidence that shows. */
async function keepVisibleEvidence(scenario: ScenarioFile, refused: readonly string[]): Promise<Recording> {
  const { cluster } = await startScenario(scenarioSchema.parse(scenario), { startTime });
  const evidence = scenario.evidence.filter((each) => isObserved(cluster, each));
  await cluster.close();
  const missing = scenario.evidence
    .filter((each) => !evidence.includes(each))
    .map((each) => `not shown by the simulator: ${JSON.stringify(each)}`);
  return { scenario: { ...scenario, evidence }, leftOut: [...refused, ...missing] };
}

/** Taints and labels that the cluster sets itself. */
const own = /^(?:beta\.)?(?:node\.)?kubernetes\.io\//;

/** Converts a node to a scenario: its size, labels and taints. */
function toScenarioNode({ metadata, spec, status }: KubeObject): NonNullable<Scenario['nodes']>[number] {
  const { cpu, memory } = asObject(asObject(status)['allocatable']);
  const labels = Object.entries(metadata.labels ?? {}).filter(([name]) => !own.test(name));
  const taints = asArray(asObject(spec)['taints'])
    .map(asObject)
    .map(({ key, value, effect }) => ({
      key: asString(key),
      effect: asString(effect),
      ...(typeof value === 'string' && { value }),
    }))
    .filter(({ key }) => !own.test(key));
  return {
    name: metadata.name,
    ...(typeof cpu === 'string' && { cpu }),
    ...(typeof memory === 'string' && { memory }),
    ...(labels.length > 0 && { labels: Object.fromEntries(labels) }),
    ...(taints.length > 0 && { taints }),
  };
}
