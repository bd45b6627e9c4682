import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { type ChartValues, toKey } from './chart-values.ts';
import { toSmallNumber } from './lift-pods.ts';
import type { ManifestObject } from './manifest-object.ts';
import type { TemplateSlots } from './template-slots.ts';

/** Moves type and ports of a Service, and hosts of an Ingress, into values. */
export function liftNetwork(object: ManifestObject, values: ChartValues, slots: TemplateSlots): void {
  const spec = object.document.get('spec');
  if (!isMap(spec)) return;
  if (object.kind === 'Service') liftService(object, spec, { values, slots });
  if (object.kind === 'Ingress') liftIngress(object, spec, { values, slots });
}

interface Targets {
  readonly values: ChartValues;
  readonly slots: TemplateSlots;
}

function liftService({ name, kind }: ManifestObject, spec: YAMLMap, { values, slots }: Targets): void {
  const scope = [values.claim(name, kind, 'service'), 'service'];
  const type = spec.get('type', true);
  if (isScalar(type) && typeof type.value === 'string') {
    spec.set('type', slots.value(`${values.lift([...scope, 'type'], type.value)} | quote`, type));
  }
  const ports = spec.get('ports');
  for (const port of isSeq(ports) ? ports.items : []) {
    const number = isMap(port) ? toSmallNumber(port.get('port')) : undefined;
    if (!isMap(port) || number === undefined) continue;
    const portName: unknown = port.get('name');
    const key = typeof portName === 'string' ? toKey(portName) : `port${number}`;
    port.set('port', slots.value(values.lift([...scope, 'ports', key], number), port.get('port', true)));
  }
}

function liftIngress({ name, kind }: ManifestObject, spec: YAMLMap, { values, slots }: Targets): void {
  const scope = [values.claim(name, kind, 'ingress'), 'ingress', 'hosts'];
  const toSlot = (host: unknown) =>
    isScalar(host) && typeof host.value === 'string' && host.value !== ''
      ? slots.value(`${values.lift([...scope, toKey(host.value)], host.value)} | quote`, host)
      : undefined;
  for (const rule of itemsOf(spec, 'rules')) {
    const slot = toSlot(rule.get('host', true));
    if (slot) rule.set('host', slot);
  }
  for (const tls of itemsOf(spec, 'tls')) {
    const hosts = tls.get('hosts');
    if (isSeq(hosts)) hosts.items = hosts.items.map((host) => toSlot(host) ?? host);
  }
}

function itemsOf(spec: YAMLMap, key: string): readonly YAMLMap[] {
  const items = spec.get(key);
  return isSeq(items) ? items.items.filter((item) => isMap(item)) : [];
}
