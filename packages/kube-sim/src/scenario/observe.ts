import type { Cluster } from '../cluster/create-cluster.ts';
import { asObject, asString } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Observation } from './scenario.ts';

/** The objects that a name, or labels, mean. */
export function findObjects(cluster: Cluster, of: Observation['of']): readonly KubeObject[] {
  const labels = Object.entries(of.labels ?? {});
  return cluster.objects
    .list(of)
    .filter(({ metadata }) => of.name === undefined || metadata.name === of.name)
    .filter(({ metadata }) => labels.every(([name, value]) => metadata.labels?.[name] === value));
}

/** Whether something can be seen in a cluster now. */
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
