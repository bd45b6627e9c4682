import { kindOf, type KubeObject, nameOf, namespaceOf } from '../../object/kube-object.ts';
import { numberAt, objectAt, objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import { createCandidates, type LabelCandidates, nearestEvidence, nearestTo, toLabelText } from '../nearest-labels.ts';
import type { Finding } from '../problem-rule.ts';
import { hasReadyEndpoint, isPodReady, podsOf } from '../service-backends.ts';

const maxNames = 3;

/** Finds services without ready endpoints, and the cause. */
export function findServiceProblems(objects: ClusterObjects): readonly Finding[] {
  const candidatesOf = createCandidates(objects);
  return objects.all('Service').flatMap((service) => {
    const selector = objectAt(service, 'spec', 'selector');
    const isOurs = Object.keys(selector).length > 0 && textAt(service, 'spec', 'type') !== 'ExternalName';
    if (!isOurs || !objects.knows('Pod', namespaceOf(service))) return [];
    const pods = podsOf(service, objects);
    if (pods.length === 0) return [toSelectsNothing(service, candidatesOf(service))];
    return [
      ...(hasReadyEndpoint(service, objects) ? [] : [toNothingReady(service, pods)]),
      ...findUndeclaredPorts(service, pods),
    ];
  });
}

function toSelectsNothing(service: KubeObject, candidates: LabelCandidates): Finding {
  const selector = objectAt(service, 'spec', 'selector');
  const idle = candidates.index.withLabels(selector).find(({ path }) => path !== 'metadata.labels');
  const shown = evidence('spec.selector', toLabelText(selector));
  if (idle) {
    const { object: workload, reference } = idle;
    return {
      severity: 'warning',
      reason: 'ScaledToZero',
      object: service,
      message: `It reaches nothing, because ${kindOf(workload)} "${nameOf(workload)}", which it selects, has no pods.`,
      evidence: [...shown, ...evidence('spec.replicas', String(numberAt(workload, 'spec', 'replicas')), reference)],
      next: 'Check whether it was scaled to zero on purpose.',
    };
  }
  const nearest = nearestTo(selector, candidates);
  return {
    severity: 'critical',
    reason: 'SelectsNothing',
    object: service,
    message: 'It reaches nothing, because no pod has the labels that it selects.',
    evidence: [...shown, ...nearestEvidence(nearest)],
    next: nearest
      ? `Compare the selector with the labels of ${nearest.reference}, which are nearest to it.`
      : 'Compare the selector with the labels of the intended pods.',
  };
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
      ? 'It reaches nothing, although its pods are ready: they have no port with the name of its targetPort.'
      : `It reaches nothing, because ${described}.`,
    evidence: [
      ...evidence('spec.selector', toLabelText(objectAt(service, 'spec', 'selector'))),
      ...(isNamedPort
        ? evidence('spec.ports', JSON.stringify(objectsAt(service, 'spec', 'ports')))
        : evidence('status.conditions[Ready].status', `False: ${names}`, 'pods')),
    ],
    next: isNamedPort
      ? 'Compare targetPort with the ports that the containers declare.'
      : 'Find out why its pods are not ready.',
  };
}

/**
 * Finds ports that target one that no container declares. For numbers that is allowed, yet usually a mistake.
 */
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
        next: 'Find out which port the containers listen on, and set targetPort to it.',
      },
    ];
  });
}
