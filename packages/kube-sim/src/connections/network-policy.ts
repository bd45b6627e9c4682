import { BlockList, isIPv6 } from 'node:net';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { toLabelTest } from '../selectors/selectors.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** An end of a connection: an address, with its pod if it is in the cluster. */
export interface Peer {
  readonly address: string;
  readonly pod?: KubeObject;
}

/** The peer of a pod. */
export function peerOf(pod: KubeObject): Peer {
  return { address: asString(asObject(pod['status'])['podIP']), pod };
}

/** An attempted connection to a port of the destination itself, not of a service in front of it. */
export interface Connection {
  readonly from: Peer;
  readonly to: Peer;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
}

type Direction = 'Ingress' | 'Egress';

/**
 * Tests whether network policies allow a connection, egress of the source and ingress of the destination. Policies add
 * up; a
 * pod that no policy selects for a direction is open in it. Address blocks apply to pods, too.
 */
export function isAllowed(store: ObjectStore, connection: Connection): boolean {
  const { from, to } = connection;
  if (from.address === to.address) return true;
  return passes(store, 'Egress', connection) && passes(store, 'Ingress', connection);
}

function passes(store: ObjectStore, direction: Direction, connection: Connection): boolean {
  const { pod } = direction === 'Egress' ? connection.from : connection.to;
  if (!pod) return true;
  const policies = store
    .list('networking.k8s.io/networkpolicies', pod.metadata.namespace)
    .filter((policy) => isSubject(policy, pod, direction));
  if (policies.length === 0) return true;
  const field = direction === 'Egress' ? 'egress' : 'ingress';
  return policies.some((policy) =>
    asArray(asObject(policy['spec'])[field]).some((rule) =>
      fits(store, asObject(rule), { direction, connection, namespace: pod.metadata.namespace ?? '' }),
    ),
  );
}

function isSubject(policy: KubeObject, { metadata }: KubeObject, direction: Direction): boolean {
  const { podSelector, policyTypes } = asObject(policy['spec']);
  return asArray(policyTypes).includes(direction) && toLabelTest(podSelector ?? {})(metadata.labels ?? {});
}

interface RuleContext {
  readonly direction: Direction;
  readonly connection: Connection;
  /** The policy's namespace. */
  readonly namespace: string;
}

function fits(store: ObjectStore, rule: JsonObject, context: RuleContext): boolean {
  const { direction, connection } = context;
  const peers = asArray(rule[direction === 'Egress' ? 'to' : 'from']).map(asObject);
  const ports = asArray(rule['ports']).map(asObject);
  const other = direction === 'Egress' ? connection.to : connection.from;
  return (
    (peers.length === 0 || peers.some((each) => isPeer(store, each, { other, namespace: context.namespace }))) &&
    (ports.length === 0 || ports.some((each) => isPort(each, connection)))
  );
}

function isPeer(
  store: ObjectStore,
  { ipBlock, podSelector, namespaceSelector }: JsonObject,
  { other, namespace }: { readonly other: Peer; readonly namespace: string },
): boolean {
  if (ipBlock !== undefined) return isInBlock(asObject(ipBlock), other.address);
  if (!other.pod) return false;
  const { metadata } = other.pod;
  const labels = store.get('/namespaces', { name: metadata.namespace ?? '' })?.metadata.labels ?? {};
  const isPlaced =
    namespaceSelector === undefined ? metadata.namespace === namespace : toLabelTest(namespaceSelector)(labels);
  return isPlaced && (podSelector === undefined || toLabelTest(podSelector)(metadata.labels ?? {}));
}

function isInBlock({ cidr, except }: JsonObject, address: string): boolean {
  return contains(asString(cidr), address) && !asArray(except).some((each) => contains(asString(each), address));
}

function contains(cidr: string, address: string): boolean {
  const [network = '', length] = cidr.split('/');
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  if (family !== (isIPv6(address) ? 'ipv6' : 'ipv4')) return false;
  const block = new BlockList();
  block.addSubnet(network, Number(length), family);
  return block.check(address, family);
}

/** A named port is resolved in the destination's containers. */
function isPort(wanted: JsonObject, { to, port, protocol }: Connection): boolean {
  if ((wanted['protocol'] ?? 'TCP') !== protocol) return false;
  const first = wanted['port'];
  if (first === undefined) return true;
  if (typeof first === 'string') return portsOf(to.pod).some((each) => isNamed(each, first, { port, protocol }));
  return port >= Number(first) && port <= Number(wanted['endPort'] ?? first);
}

function isNamed(
  declared: JsonObject,
  name: string,
  { port, protocol }: Pick<Connection, 'port' | 'protocol'>,
): boolean {
  return (
    declared['name'] === name && declared['containerPort'] === port && (declared['protocol'] ?? 'TCP') === protocol
  );
}

function portsOf(pod: KubeObject | undefined): readonly JsonObject[] {
  const containers = asArray(asObject(pod?.['spec'])['containers']).map(asObject);
  return containers.flatMap((container) => asArray(container['ports']).map(asObject));
}
