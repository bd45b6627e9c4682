import { asArray, asObject, asString, isObject } from '../../object/json-value.ts';
import { containersOf, nameAll, pickContainers, type PodSpec } from './pod-containers.ts';

/** One rule of a Pod Security Standard. */
export interface PodSecurityCheck {
  readonly id: string;
  /** The heading of the violation. */
  readonly reason: string;
  /** The details of the violation; undefined if the pod complies. */
  find(spec: PodSpec): string | undefined;
}

function textOf(parts: readonly (string | undefined)[], separator = ', '): string | undefined {
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0 ? undefined : found.join(separator);
}

const defaultCapabilities = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

const safeSysctls = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
]);

/** The details of capabilities added beyond the allowed ones. */
export function findAddedCapabilities(spec: PodSpec, allowed: ReadonlySet<string>): string | undefined {
  const isForbidden = (capability: unknown) => !allowed.has(String(capability));
  const addedBy = (context: Record<string, unknown>) => asArray(asObject(context['capabilities'])['add']).map(String);
  const names = pickContainers(spec, (context) => addedBy(context).some(isForbidden));
  if (names.length === 0) return undefined;
  const added = containersOf(spec).flatMap((container) => addedBy(asObject(container['securityContext'])));
  const forbidden = [...new Set(added.filter(isForbidden))].sort();
  const list = forbidden.map((each) => JSON.stringify(each)).join(', ');
  return `${nameAll('container', names)} must not include ${list} in securityContext.capabilities.add`;
}

/** The details of disabled seccomp profiles. */
export function findUnconfinedProfiles(spec: PodSpec): string | undefined {
  const isUnconfined = (context: unknown) => asObject(asObject(context)['seccompProfile'])['type'] === 'Unconfined';
  const names = pickContainers(spec, isUnconfined);
  const why = 'must not set securityContext.seccompProfile.type to "Unconfined"';
  return textOf([
    isUnconfined(spec['securityContext']) ? `pod ${why}` : undefined,
    names.length > 0 ? `${nameAll('container', names)} ${why}` : undefined,
  ]);
}

/** The checks of the baseline standard, in the order of the report. */
export const baselineChecks: readonly PodSecurityCheck[] = [
  {
    id: 'capabilities_baseline',
    reason: 'non-default capabilities',
    find: (spec) => findAddedCapabilities(spec, defaultCapabilities),
  },
  {
    id: 'hostNamespaces',
    reason: 'host namespaces',
    find: (spec) =>
      textOf(['hostNetwork', 'hostPID', 'hostIPC'].map((name) => (spec[name] === true ? `${name}=true` : undefined))),
  },
  {
    id: 'hostPathVolumes',
    reason: 'hostPath volumes',
    find(spec) {
      const volumes = asArray(spec['volumes']).map(asObject);
      const names = volumes.filter(({ hostPath }) => isObject(hostPath)).map(({ name }) => asString(name));
      return names.length === 0 ? undefined : nameAll('volume', names);
    },
  },
  {
    id: 'hostPorts',
    reason: 'hostPort',
    find(spec) {
      const portsOf = (container: unknown) =>
        asArray(asObject(container)['ports'])
          .map((port) => Number(asObject(port)['hostPort'] ?? 0))
          .filter((port) => port !== 0);
      const names = pickContainers(spec, (_, container) => portsOf(container).length > 0);
      if (names.length === 0) return undefined;
      const ports = [...new Set(containersOf(spec).flatMap(portsOf))].sort((left, right) => left - right);
      const verb = names.length === 1 ? 'uses' : 'use';
      return `${nameAll('container', names)} ${verb} hostPort${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`;
    },
  },
  {
    id: 'privileged',
    reason: 'privileged',
    find(spec) {
      const names = pickContainers(spec, ({ privileged }) => privileged === true);
      if (names.length === 0) return undefined;
      return `${nameAll('container', names)} must not set securityContext.privileged=true`;
    },
  },
  {
    id: 'procMount',
    reason: 'procMount',
    find(spec) {
      const names = pickContainers(spec, ({ procMount }) => procMount !== undefined && procMount !== 'Default');
      if (names.length === 0) return undefined;
      return `${nameAll('container', names)} must not set securityContext.procMount to "Unmasked"`;
    },
  },
  { id: 'seccompProfile_baseline', reason: 'seccompProfile', find: findUnconfinedProfiles },
  {
    id: 'sysctls',
    reason: 'forbidden sysctls',
    find(spec) {
      const sysctls = asArray(asObject(spec['securityContext'])['sysctls']).map((each) =>
        asString(asObject(each)['name']),
      );
      return textOf(sysctls.filter((name) => !safeSysctls.has(name)));
    },
  },
];
