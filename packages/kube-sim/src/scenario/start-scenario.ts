import { type Cluster, type ClusterOptions, createCluster } from '../cluster/create-cluster.ts';
import { asObject, asString } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Observation, Scenario, ScenarioChange } from './scenario.ts';

/** A cluster with a fault. */
export interface RunningScenario {
  readonly cluster: Cluster;
  /** Tests whether all evidence of the cause is visible. */
  showsEvidence(): boolean;
  /** Tests whether the outcome's checks hold. */
  isRepaired(): boolean;
  /** Advances the clock by the time that a repair takes to show. @returns true if the cluster is then repaired */
  awaitOutcome(): boolean;
  /** Applies changes. @throws StatusError if one is refused */
  change(changes: readonly ScenarioChange[]): void;
}

/** Starts a cluster with the scenario's fault and advances its clock by the scenario's age. */
export async function startScenario(
  scenario: Scenario,
  options: Omit<ClusterOptions, 'images'> = {},
): Promise<RunningScenario> {
  const { nodes, metrics, ingressServers, webhooks, images, objects, age, evidence, outcome } = scenario;
  const cluster = await createCluster({
    ...(nodes && { nodes: nodes as NonNullable<ClusterOptions['nodes']> }),
    backdateMs: age * 1000,
    ...options,
    images,
    metrics,
    ingressServers,
    webhooks,
  });
  for (const object of objects) cluster.objects.apply(object);
  cluster.advance(age * 1000);
  const isRepaired = () => outcome.checks.every((each) => isObserved(cluster, each));
  return {
    cluster,
    isRepaired,
    showsEvidence: () => evidence.every((each) => isObserved(cluster, each)),
    awaitOutcome() {
      cluster.advance(outcome.within * 1000);
      return isRepaired();
    },
    change(changes) {
      for (const each of changes) {
        if (each.do === 'apply') cluster.objects.apply(each.object, 'fix');
        else
          for (const { metadata } of findObjects(cluster, each.of))
            cluster.objects.delete({ ...each.of, name: metadata.name }, each.force ? { gracePeriodSeconds: 0 } : {});
      }
    },
  };
}

/** The objects with a name or labels. */
function findObjects(cluster: Cluster, of: Observation['of']): readonly KubeObject[] {
  const labels = Object.entries(of.labels ?? {});
  return cluster.objects
    .list(of)
    .filter(({ metadata }) => of.name === undefined || metadata.name === of.name)
    .filter(({ metadata }) => labels.every(([name, value]) => metadata.labels?.[name] === value));
}

/** Tests whether an observation holds now. */
export function isObserved(cluster: Cluster, { of, object, event, log }: Observation): boolean {
  const found = findObjects(cluster, of);
  return (
    found.length > 0 &&
    (object === undefined || found.some((each) => new RegExp(object).test(JSON.stringify(each)))) &&
    (event === undefined || found.some((each) => hasEvent(cluster, each, event))) &&
    (log === undefined || found.some((each) => hasLogged(cluster, each, log)))
  );
}

function hasEvent(cluster: Cluster, { metadata }: KubeObject, pattern: string): boolean {
  return cluster.objects
    .list({
      apiVersion: 'v1',
      kind: 'Event',
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
    })
    .filter((event) => asObject(event['involvedObject'])['uid'] === metadata.uid)
    .some((event) => new RegExp(pattern).test(`${asString(event['reason'])} ${asString(event['message'])}`));
}

function hasLogged(cluster: Cluster, pod: KubeObject, pattern: string): boolean {
  return cluster.logLines(pod).some((line) => new RegExp(pattern).test(line));
}
