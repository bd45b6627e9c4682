import { invalid, invalidValue } from '../errors/refusals.ts';
import { asArray, asObject, isObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { setDefault } from './pod-defaults.ts';

/** Gives a new service an address in 10.96.0.0/16 and node ports from 30000. @throws StatusError 422 for an address in use */
export function assignServiceAddress(store: ObjectStore, service: KubeObject): void {
  const spec = asObject(service['spec']);
  if (spec['type'] === 'ExternalName') return;
  const services = store.list('/services').map((each) => asObject(each['spec']));
  const taken = new Set(services.map((each) => each['clusterIP']));
  const wanted = spec['clusterIP'];
  if (wanted !== undefined && wanted !== 'None' && wanted !== '' && taken.has(wanted)) {
    const cause = invalidValue('spec.clusterIPs', [wanted], 'failed to allocate IP: provided IP is already allocated');
    throw invalid({ group: '', kind: 'Service' }, service.metadata.name, [cause]);
  }
  if (wanted === undefined || wanted === '') spec['clusterIP'] = firstFree(taken);
  spec['clusterIPs'] = [spec['clusterIP']];
  setDefault(spec, 'ipFamilies', ['IPv4']);
  setDefault(spec, 'ipFamilyPolicy', 'SingleStack');
  if (spec['type'] !== 'NodePort' && spec['type'] !== 'LoadBalancer') return;
  const usedPorts = new Set(
    services.flatMap((each) => asArray(each['ports']).map((port) => asObject(port)['nodePort'])),
  );
  for (const port of asArray(spec['ports']).filter(isObject)) {
    for (let candidate = 30_000; port['nodePort'] === undefined; candidate += 1) {
      if (!usedPorts.has(candidate)) port['nodePort'] = candidate;
    }
    usedPorts.add(port['nodePort']);
  }
}

function firstFree(taken: ReadonlySet<unknown>): string {
  for (let number = 10; ; number += 1) {
    const address = `10.96.${number >> 8}.${number & 0xff}`;
    if (!taken.has(address)) return address;
  }
}
