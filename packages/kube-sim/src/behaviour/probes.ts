import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { Behaviour } from './image-rule.ts';

/** A container that is asked how it is. */
interface ProbedContainer {
  readonly container: JsonObject;
  readonly behaviour: Behaviour;
  readonly address: string;
  /** Seconds since its start. */
  readonly age: number;
}

/** Why a probe fails, in the kubelet's words, or undefined where it succeeds. */
export function runProbe(probe: JsonObject, probed: ProbedContainer): string | undefined {
  const { container, behaviour, address } = probed;
  if (probe['exec'] !== undefined)
    return behaviour.probeExitCode === 0 ? undefined : `command exited with ${behaviour.probeExitCode}`;
  const request = asObject(probe['httpGet']);
  const named = request['port'] ?? asObject(probe['tcpSocket'])['port'] ?? asObject(probe['grpc'])['port'];
  const port = resolvePort(container, named);
  const isListening = listens(probed, port);
  if (probe['httpGet'] !== undefined) {
    const path = asString(request['path']) || '/';
    const scheme = asString(request['scheme']).toLowerCase() || 'http';
    if (!isListening)
      return `Get "${scheme}://${address}:${port}${path}": dial tcp ${address}:${port}: connect: connection refused`;
    const status = behaviour.http[path] ?? behaviour.http['*'] ?? 200;
    return status >= 200 && status < 400 ? undefined : `HTTP probe failed with statuscode: ${status}`;
  }
  return isListening ? undefined : `dial tcp ${address}:${port}: connect: connection refused`;
}

function resolvePort(container: JsonObject, named: unknown): number {
  if (typeof named === 'number') return named;
  const found = asArray(container['ports'])
    .map(asObject)
    .find(({ name }) => name === named);
  return Number(found?.['containerPort'] ?? named ?? 0);
}

/** A container listens on what its behaviour says, else on what it declares, else on anything. */
export function listens({ container, behaviour, age }: Omit<ProbedContainer, 'address'>, port: number): boolean {
  if (age < behaviour.listensAfter) return false;
  const declared = asArray(container['ports']).map((each) => Number(asObject(each)['containerPort']));
  const open = behaviour.listens ?? declared;
  return behaviour.listens === undefined && declared.length === 0 ? true : open.includes(port);
}
