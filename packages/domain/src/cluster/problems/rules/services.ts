import { kindOf, type KubeObject, labelsOf, nameOf, namespaceOf } from '../../object/kube-object.ts';
import { matchesLabels } from '../../object/matches-selector.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';
import { hasReadyEndpoint, isPodReady, podsOf } from '../service-backends.ts';

const maxNames = 3;

/** Services behind which nothing answers, and why. */
export function findServiceProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Service').flatMap((service) => {
    const selector = objectAt(service, 'spec', 'selector');
    const isOurs = Object.keys(selector).length > 0 && textAt(service, 'spec', 'type') !== 'ExternalName';
    if (!isOurs || !objects.knows('Pod', namespaceOf(service))) return [];
    const pods = podsOf(service, objects);
    if (pods.length === 0) return [toSelectsNothing(service, objects)];
    return [
      ...(hasReadyEndpoint(service, objects) ? [] : [toNothingReady(service, pods)]),
      ...findUndeclaredPorts(service, pods),
    ];
  });
}

function toSelectsNothing(service: KubeObject, objects: ClusterObjects): Finding {
  const selector = objectAt(service, 'spec', 'selector');
  const templates = ['Deployment', 'StatefulSet', 'DaemonSet'].flatMap((kind) =>
    objects.in(namespaceOf(service), kind),
  );
  const scaledDown = templates.find((each) => matchesLabels(selector, templateLabels(each)));
  const nearest = nearestTo(selector, templates);
  return {
    severity: scaledDown ? 'warning' : 'critical',
    reason: scaledDown ? 'ScaledToZero' : 'SelectsNothing',
    object: service,
    message: scaledDown
      ? `It reaches nothing, because ${kindOf(scaledDown)} "${nameOf(scaledDown)}", which it selects, has no pods.`
      : 'It reaches nothing, because no pod has the labels that it selects.',
    evidence: [
      ...evidence('spec.selector', toText(selector)),
      ...(scaledDown
        ? evidence('spec.replicas', String(numberAt(scaledDown, 'spec', 'replicas')), referTo(scaledDown))
        : []),
      ...(nearest && !scaledDown
        ? evidence('spec.template.metadata.labels', toText(templateLabels(nearest)), referTo(nearest))
        : []),
    ],
    next: scaledDown
      ? 'See whether somebody scaled it to zero on purpose.'
      : 'Compare the selector with the labels of the pods that are meant.',
  };
}

/** The workload whose pods have the most of what is selected. */
function nearestTo(selector: JsonObject, workloads: readonly KubeObject[]): KubeObject | undefined {
  const name = Object.values(selector).map(String);
  const rated = workloads.map((workload) => {
    const labels = templateLabels(workload);
    const same = Object.entries(selector).filter(([key, value]) => labels[key] === value).length;
    const sameKeys = Object.keys(selector).filter((key) => Object.hasOwn(labels, key)).length;
    return { workload, score: same * 2 + sameKeys + (name.includes(nameOf(workload)) ? 1 : 0) };
  });
  return rated.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)[0]?.workload;
}

function toNothingReady(service: KubeObject, pods: readonly KubeObject[]): Finding {
  const unready = pods.filter((pod) => !isPodReady(pod));
  const names = unready.slice(0, maxNames).map(nameOf).join(', ');
  const isNamedPort = unready.length === 0;
  const described =
    pods.length === 1
      ? 'the only pod that it selects is not ready'
      : `none of the ${pods.length} pods that it selects is ready`;
  return {
    severity: 'critical',
    reason: 'NoReadyEndpoints',
    object: service,
    message: isNamedPort
      ? 'It reaches nothing, although its pods are ready: they have no port of the name that it sends to.'
      : `It reaches nothing, because ${described}.`,
    evidence: [
      ...evidence('spec.selector', toText(objectAt(service, 'spec', 'selector'))),
      ...(isNamedPort
        ? evidence('spec.ports', JSON.stringify(objectsAt(service, 'spec', 'ports')))
        : evidence('status.conditions[Ready].status', `False: ${names}`, 'pods')),
    ],
    next: isNamedPort
      ? 'Compare targetPort with the ports that the containers declare.'
      : 'Find out why its pods are not ready.',
  };
}

/** Ports that lead to one that no container declares. That is allowed for numbers, and yet mostly a mistake. */
function findUndeclaredPorts(service: KubeObject, pods: readonly KubeObject[]): readonly Finding[] {
  const declared = pods
    .flatMap((pod) => ['containers', 'initContainers'].flatMap((field) => objectsAt(pod, 'spec', field)))
    .flatMap((container) => objectsAt(container, 'ports'))
    .flatMap((port) => [textAt(port, 'containerPort'), textAt(port, 'name')]);
  const known = [...new Set(declared.filter((each) => each !== undefined))];
  return objectsAt(service, 'spec', 'ports').flatMap((port): readonly Finding[] => {
    const target = textAt(port, 'targetPort') ?? textAt(port, 'port') ?? '';
    const isName = Number.isNaN(Number(target));
    if (declared.includes(target) || (known.length === 0 && !isName)) return [];
    return [
      {
        severity: isName ? 'critical' : 'warning',
        reason: 'PortMismatch',
        object: service,
        message: `Port ${textAt(port, 'port')} leads to port ${target} of the pods, which none of their containers declares.`,
        evidence: [
          ...evidence('spec.ports[].targetPort', target),
          ...evidence('spec.containers[].ports', known.join(', ') || 'none', 'pods'),
        ],
        next: 'Find out what the containers listen on, and send to that.',
      },
    ];
  });
}

function templateLabels(workload: KubeObject): JsonObject {
  return labelsOf(objectAt(workload, 'spec', 'template'));
}

function referTo(object: KubeObject): string {
  return `${kindOf(object).toLowerCase()}/${nameOf(object)}`;
}

function toText(labels: JsonObject): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',');
}
