import { findGrant } from '../auth/rbac.ts';
import { serviceAccountUser } from '../auth/user.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { mountedConfig } from './container-environment.ts';
import { behaviourSchema, matchesImage, type Behaviour, type Condition, type ParsedImageRule } from './image-rule.ts';
import { tryToConnect } from './network/connection-attempt.ts';
import { readShellCommand } from './shell-behaviour.ts';

export interface ContainerView {
  readonly pod: KubeObject;
  /** That of the pod, which its status does not tell before it has started. */
  readonly address: string;
  readonly container: JsonObject;
  readonly variables: Readonly<Record<string, string>>;
  /** Whether something in a pod of the cluster listens on a port. */
  readonly isListening: (pod: KubeObject, port: number) => boolean;
}

/** Why an image cannot be pulled, if a rule says so. */
export function findPullProblem(rules: readonly ParsedImageRule[], image: string): ParsedImageRule['pull'] {
  return rules.find((rule) => rule.pull !== undefined && matchesImage(rule.image, image))?.pull;
}

/** How a container behaves from this start on: as the first rule that fits says, else as its command does, else it runs on. */
export function chooseBehaviour(store: ObjectStore, rules: readonly ParsedImageRule[], view: ContainerView): Behaviour {
  const image = asString(view.container['image']);
  const rule = rules.find(
    (each) => each.pull === undefined && matchesImage(each.image, image) && holds(store, each.when, view),
  );
  return rule?.run ?? readShellCommand(commandOf(view.container)) ?? behaviourSchema.parse({});
}

function commandOf(container: JsonObject): readonly string[] {
  return [...asArray(container['command']), ...asArray(container['args'])].map(asString);
}

function holds(store: ObjectStore, condition: Condition, view: ContainerView): boolean {
  const { pod, container, variables } = view;
  const { env = {}, command, memoryLimitBelow, unreachable, forbidden, config } = condition;
  const fitsEnvironment = Object.entries(env).every(([name, value]) =>
    value === null ? variables[name] === undefined || variables[name] === '' : variables[name] === value,
  );
  if (!fitsEnvironment) return false;
  if (command !== undefined && !new RegExp(command).test(commandOf(container).join(' '))) return false;
  if (memoryLimitBelow !== undefined) {
    const limit = parseQuantity(asObject(asObject(container['resources'])['limits'])['memory']);
    if (limit === undefined || limit >= (parseQuantity(memoryLimitBelow) ?? 0)) return false;
  }
  if (config !== undefined && !new RegExp(config.matches).test(mountedConfig(store, pod)[config.key] ?? ''))
    return false;
  if (forbidden !== undefined && mayDo(store, pod, forbidden)) return false;
  return unreachable === undefined || isUnreachable(store, unreachable, view);
}

function mayDo(
  store: ObjectStore,
  { metadata, spec }: KubeObject,
  action: NonNullable<Condition['forbidden']>,
): boolean {
  const own = metadata.namespace ?? '';
  const { namespace = own, ...request } = action;
  const account = serviceAccountUser(own, asString(asObject(spec)['serviceAccountName'] ?? 'default'));
  return findGrant(store, account, { ...request, namespace }) !== undefined;
}

function isUnreachable(
  store: ObjectStore,
  unreachable: NonNullable<Condition['unreachable']>,
  { pod, address, isListening }: ContainerView,
): boolean {
  const { target, because } = typeof unreachable === 'string' ? { target: unreachable } : unreachable;
  const outcome = tryToConnect(store, { from: { pod, address }, target, isListening });
  return because === undefined ? outcome !== 'connected' : outcome === because;
}
