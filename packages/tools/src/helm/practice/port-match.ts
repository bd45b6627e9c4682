import { asMap, asMaps, type RenderedObject } from '../rendered-object.ts';
import { findPodTemplates, isSelected } from './pod-template.ts';
import type { PracticeFinding, PracticeRule } from './practice-rule.ts';

/** Services refer to ports of their pods, and Ingresses to ports of their Services. */
export const portMatch: PracticeRule = {
  name: 'port-match',
  check: (objects) => [
    ...objects.filter(({ kind }) => kind === 'Service').flatMap((service) => checkService(service, objects)),
    ...objects.filter(({ kind }) => kind === 'Ingress').flatMap((ingress) => checkIngress(ingress, objects)),
  ],
};

function checkService(service: RenderedObject, objects: readonly RenderedObject[]): readonly PracticeFinding[] {
  const spec = asMap(service.content['spec']);
  const pods = findPodTemplates(objects).filter(({ labels }) => isSelected(labels, asMap(spec['selector'])));
  const open = pods.flatMap(({ containers }) => containers.flatMap(({ ports }) => asMaps(ports)));
  if (pods.length === 0) return [];
  return asMaps(spec['ports'])
    .map(({ port, targetPort = port }) => targetPort)
    .filter((target) => !open.some(({ name, containerPort }) => target === name || target === containerPort))
    .map((target) => ({
      // A container may listen on a port that it does not list; a port name that is not listed does not resolve.
      severity: typeof target === 'string' ? 'error' : 'warning',
      object: service,
      message: `It leads to port ${String(target)}, which its pods do not have.`,
      suggestion: 'Use the name of a port of the container as targetPort.',
    }));
}

function checkIngress(ingress: RenderedObject, objects: readonly RenderedObject[]): readonly PracticeFinding[] {
  const spec = asMap(ingress.content['spec']);
  const paths = asMaps(spec['rules']).flatMap(({ http }) => asMaps(asMap(http)['paths']));
  const backends = [asMap(spec['defaultBackend']), ...paths.map(({ backend }) => asMap(backend))];
  return backends.flatMap((backend) => {
    const { name, port } = asMap(backend['service']);
    const service = objects.find((object) => object.kind === 'Service' && object.name === name);
    if (!service) return [];
    const wanted = asMap(port);
    const ports = asMaps(asMap(service.content['spec'])['ports']);
    const isThere = ports.some((each) => each['port'] === wanted['number'] || each['name'] === (wanted['name'] ?? {}));
    if (isThere) return [];
    return [
      {
        severity: 'error' as const,
        object: ingress,
        message: `It leads to port ${String(wanted['name'] ?? wanted['number'])} of Service ${service.name}, which has no such port.`,
        suggestion: 'Use a port of the Service, by its name or number.',
      },
    ];
  });
}
