import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { Behaviour } from './image-rule.ts';
import { readShellCommand } from './shell-behaviour.ts';

/** A container that is asked how it is. */
interface ProbedContainer {
  readonly container: JsonObject;
  readonly behaviour: Behaviour;
  readonly address: string;
  /** Seconds since its start. */
  readonly age: number;
}

/** The result of a probe. */
export interface ProbeResult {
  readonly isPassed: boolean;
  /** The output of a failed probe, in the kubelet's words. */
  readonly output?: string;
  /** The command that cannot be evaluated, so that the probe is taken to pass. */
  readonly unknownCommand?: string;
}

/** Asks a container as a probe says. */
export function runProbe(probe: JsonObject, probed: ProbedContainer): ProbeResult {
  if (probe['exec'] !== undefined) return runCommand(probe, probed.behaviour);
  const { container, behaviour, address } = probed;
  const request = asObject(probe['httpGet']);
  const named = request['port'] ?? asObject(probe['tcpSocket'])['port'] ?? asObject(probe['grpc'])['port'];
  const port = resolvePort(container, named);
  const isListening = listens(probed, port);
  const refused = `dial tcp ${address}:${port}: connect: connection refused`;
  if (probe['httpGet'] === undefined) return isListening ? { isPassed: true } : { isPassed: false, output: refused };
  const path = asString(request['path']) || '/';
  const scheme = asString(request['scheme']).toLowerCase() || 'http';
  if (!isListening) return { isPassed: false, output: `Get "${scheme}://${address}:${port}${path}": ${refused}` };
  const status = behaviour.http[path] ?? behaviour.http['*'] ?? 200;
  if (status >= 200 && status < 400) return { isPassed: true };
  return { isPassed: false, output: `HTTP probe failed with statuscode: ${status}` };
}

function runCommand(probe: JsonObject, { probeExitCode }: Behaviour): ProbeResult {
  if (probeExitCode !== undefined) return { isPassed: probeExitCode === 0, output: '' };
  const command = asArray(asObject(probe['exec'])['command']).map(asString);
  const played = readShellCommand(command);
  const text = command.join(' ');
  if (!played) return { isPassed: true, unknownCommand: text };
  const timeout = Number(probe['timeoutSeconds'] ?? 1);
  if ((played.exitAfter ?? Number.POSITIVE_INFINITY) > timeout)
    return { isPassed: false, output: `command timed out: ${JSON.stringify(text)} timed out after ${timeout}s` };
  return { isPassed: played.exitCode === 0, output: played.logs.map((line) => `${line.text}\n`).join('') };
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
