import { createCluster, type Cluster, type ClusterOptions } from '../cluster/create-cluster.ts';
import { findObjects, isObserved } from './observe.ts';
import type { Scenario, ScenarioChange } from './scenario.ts';

/** A cluster in which something is broken. */
export interface RunningScenario {
  readonly cluster: Cluster;
  /** Whether everything that shows the cause can be seen. */
  showsEvidence(): boolean;
  /** Whether it is mended by now. */
  isMended(): boolean;
  /** Lets the time pass that mending may take, and says whether it is mended then. */
  awaitOutcome(): boolean;
  /** Makes changes, as a fix does. @throws StatusError where one is refused */
  change(changes: readonly ScenarioChange[]): void;
}

/** Starts a cluster, breaks it as the scenario says, and lets it stay broken for the scenario's age. */
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
  const isMended = () => outcome.checks.every((each) => isObserved(cluster, each));
  return {
    cluster,
    isMended,
    showsEvidence: () => evidence.every((each) => isObserved(cluster, each)),
    awaitOutcome() {
      cluster.advance(outcome.within * 1000);
      return isMended();
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
