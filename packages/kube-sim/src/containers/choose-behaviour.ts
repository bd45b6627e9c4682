import { findGrant } from '../auth/rbac.ts';
import { serviceAccountUser } from '../auth/user.ts';
import { attemptConnection } from '../connections/connection-attempt.ts';
import { mountedConfig } from './container-environment.ts';
import { readShellCommand } from './shell-behaviour.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import {
  type Behaviour,
  behaviourSchema,
  type Condition,
  matchesImage,
  type ParsedImageRule,
} from '../rules/image-rule.ts';
import type { ObjectStore } from '../store/object-store.ts';

export interface ContainerView {
  readonly pod: KubeObject;
  /** The pod's address; its status lacks it before the start. */
  readonly address: string;
  readonly container: JsonObject;
  readonly variables: Readonly<Record<string, string>>;
  /** Tests whether a container of a pod in the cluster listens on a port. */
  readonly isListening: (pod: KubeObject, port: number) => boolean;
}

/** The declared pull problem of an image, if any. */
export function findPullProblem(rules: readonly ParsedImageRule[], image: string): ParsedImageRule['pull'] {
  return rules.find((rule) => rule.pull !== undefined && matchesImage(rule.image, image))?.pull;
}

/** The behaviour of a container from this start: of the first matching rule, else of its command, else running on. */
export function chooseBehaviour(store: ObjectStore, rules: readonly ParsedImageRule[], view: ContainerView): Behaviour {
  const image = asString(view.container['image']);
  const rule = rules.find(
    (each) => each.pull === undefined && matchesImage(each.image, image) && matchesCondition(store, each.when, view),
  );
  return rule?.run ?? readShellCommand(commandOf(view.container)) ?? behaviourSchema.parse({});
}

function commandOf(container: JsonObject): readonly string[] {
  return [...asArray(container['command']), ...asArray(container['args'])].map(asString);
}

function matchesCondition(store: ObjectStore, condition: Condition, view: ContainerView): boolean {
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
  if (forbidden !== undefined && hasAccess(store, pod, forbidden)) return false;
  return unreachable === undefined || isUnreachable(store, unreachable, view);
}

function hasAccess(
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
  const outcome = attemptConnection(store, { from: { pod, address }, target, isListening });
  return because === undefined ? outcome !== 'connected' : outcome === because;
}

/** The user of an image from the first rule that declares one; root without such a rule. */
export function findImageUser(rules: readonly ParsedImageRule[], image: string): number | string {
  return rules.find((rule) => rule.user !== undefined && matchesImage(rule.image, image))?.user ?? 0;
}

/** The kubelet's refusal to start a container as root; undefined if it may start. */
export function findRootProblem(
  pod: KubeObject,
  container: JsonObject,
  imageUser: number | string,
): string | undefined {
  const context = {
    ...asObject(asObject(pod['spec'])['securityContext']),
    ...asObject(container['securityContext']),
  };
  if (context['runAsNonRoot'] !== true) return undefined;
  const { name, namespace, uid } = pod.metadata;
  const place = `(pod: "${name}_${namespace}(${uid})", container: ${String(container['name'])})`;
  const { runAsUser } = context;
  if (typeof runAsUser === 'number')
    return runAsUser === 0 ? `container's runAsUser breaks non-root policy ${place}` : undefined;
  if (imageUser === 0) return `container has runAsNonRoot and image will run as root ${place}`;
  if (typeof imageUser === 'number') return undefined;
  return `container has runAsNonRoot and image has non-numeric user (${imageUser}), cannot verify user is non-root ${place}`;
}
