import { isIP } from 'node:net';
import { z } from 'zod';
import { asArray, asObject, asString, isSameJson } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';

const storage = 'networking.k8s.io/ingresses';

/** An ingress server for the classes that name it. */
export const ingressServerSchema = z.strictObject({
  /** Value of `spec.controller` in its classes. */
  controller: z.string(),
  /** External IP address or host name. */
  address: z.string(),
  /** The server's service, as `namespace/name`; without ready endpoints it serves nothing. */
  service: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .optional(),
  /** Source component of its events. */
  component: z.string().default('nginx-ingress-controller'),
});

export type IngressServer = z.input<typeof ingressServerSchema>;
type ParsedIngressServer = z.output<typeof ingressServerSchema>;

/** Sets the address of an Ingress to its class's server; an Ingress without a server gets none. */
export function createIngressController(context: ControllerContext, declared: readonly IngressServer[]): Controller {
  const { store, events } = context;
  const servers = declared.map((each) => ingressServerSchema.parse(each));

  function syncOne(ingress: KubeObject): void {
    const server = findServer(ingress);
    const { loadBalancer } = asObject(ingress['status']);
    const before = asArray(asObject(loadBalancer)['ingress']);
    const after = server ? [isIP(server.address) === 0 ? { hostname: server.address } : { ip: server.address }] : [];
    if (isSameJson(before, after)) return;
    context.setStatus(storage, ingress, { loadBalancer: server ? { ingress: after } : {} });
    if (server) events.record(ingress, { reason: 'Sync', message: 'Scheduled for sync', component: server.component });
  }

  function findServer({ metadata, spec }: KubeObject): ParsedIngressServer | undefined {
    const name =
      asString(asObject(spec)['ingressClassName']) || metadata.annotations?.['kubernetes.io/ingress.class'] || '';
    const ingressClass = store.get('networking.k8s.io/ingressclasses', { name });
    const controller = asObject(ingressClass?.['spec'])['controller'];
    return servers.find((each) => each.controller === controller && isUp(each));
  }

  function isUp({ service }: ParsedIngressServer): boolean {
    if (service === undefined) return true;
    const [namespace, name = ''] = service.split('/');
    const subsets = asArray(store.get('/endpoints', { namespace, name })?.['subsets']).map(asObject);
    return subsets.some(({ addresses }) => asArray(addresses).length > 0);
  }

  return {
    name: 'ingresses',
    watches: [storage, 'networking.k8s.io/ingressclasses', '/endpoints'],
    sync() {
      for (const ingress of store.list(storage)) syncOne(ingress);
      return undefined;
    },
  };
}
