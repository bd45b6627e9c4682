import { createObjectWriter } from '../api/object-writer.ts';
import { type Authenticator, createAuthenticator } from '../auth/authenticator.ts';
import { authenticated } from '../auth/user.ts';
import { createVirtualClock, type VirtualClock } from '../clock/virtual-clock.ts';
import { bootstrapCluster, defaultNodes, nodeFailuresOf, type NodeOptions } from './bootstrap.ts';
import { type ClusterObjects, createClusterObjects } from './cluster-objects.ts';
import { createControllers } from './create-controllers.ts';
import { startControllerLoop } from '../control-loop/controller-loop.ts';
import type { IngressServer } from '../controllers/network/ingresses.ts';
import { createApiHandler } from '../http/api-handler.ts';
import { startApiServer } from '../http/api-server.ts';
import { type Credential, toKubeconfig } from '../http/kubeconfig.ts';
import { createKubelet } from '../kubelet/kubelet.ts';
import { metricsServerObjects, provideMetrics } from '../metrics/metrics-server.ts';
import { createNameGenerator } from '../object/generated-names.ts';
import { asArray, asObject, asString } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { createResourceRegistry } from '../resources/resource-registry.ts';
import { createSchemaCatalog } from '../resources/schema-catalog.ts';
import type { ImageRule } from '../rules/image-rule.ts';
import { type WebhookHandler, webhookHandlerSchema } from '../rules/webhook-handler.ts';
import type { ClusterState, LogSource } from '../state/cluster-state.ts';
import { createEventRecorder } from '../state/event-recorder.ts';
import { createObjectStore } from '../store/object-store.ts';
import { createCertificateAuthority } from '../tls/certificate.ts';
import { defaultKubernetesVersion, type KubernetesVersion } from '../version/kubernetes-version.ts';

/** A user besides the administrator. */
export interface ClusterUser {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly token?: string;
}

export interface ClusterOptions {
  /** Name of the cluster in kubeconfigs. Default `kube-sim`. */
  readonly name?: string;
  /** Version of Kubernetes to report and to serve the resources of. Default `1.34`. */
  readonly kubernetesVersion?: KubernetesVersion;
  readonly nodes?: readonly NodeOptions[];
  readonly users?: readonly ClusterUser[];
  /** Rules for the containers of images; the first match applies. */
  readonly images?: readonly ImageRule[];
  /** Serves the metrics API with the usage that image rules declare. */
  readonly metrics?: boolean;
  /** Ingress servers; an Ingress of a class without a server gets no address. */
  readonly ingressServers?: readonly IngressServer[];
  /** Handlers of admission webhooks; a webhook with ready endpoints and no handler allows everything. */
  readonly webhooks?: readonly WebhookHandler[];
  /** Maximum number of pods; more are refused. Default 5000. */
  readonly maxPods?: number;
  /** Stops the cluster's clock at this time; only `advance` moves it. */
  readonly startTime?: Date;
  /** Without `startTime`: the clock starts this long before now and runs. */
  readonly backdateMs?: number;
  /** Number of changes that lists and watches can go back. Default 20,000. */
  readonly historyLength?: number;
  /** `0` for any free port. */
  readonly port?: number;
}

/** A running simulated cluster. */
export interface Cluster {
  /** HTTPS address of the API. */
  readonly url: string;
  /** The PEM certificate of the authority that signed the server's certificate. */
  readonly authority: string;
  /** A kubeconfig for the administrator or a named user. */
  kubeconfig(user?: string): string;
  /** A kubeconfig with a client certificate instead of a token. */
  certificateKubeconfig(user: string, groups?: readonly string[]): string;
  /** Direct access to the objects, for tests and scenarios. */
  readonly objects: ClusterObjects;
  /** Log lines of a pod's containers, of the current and the previous start. */
  logLines(pod: KubeObject): readonly string[];
  /** Replaces the image rules; containers follow them from their next start. */
  setImages(rules: readonly ImageRule[]): void;
  now(): Date;
  /** Advances the clock; everything due in between happens in order. */
  advance(milliseconds: number): void;
  /** Runs everything that is due now. */
  settle(): void;
  close(): Promise<void>;
}

const administrator = 'kube-sim-admin';

/** Starts a cluster on loopback. */
export async function createCluster({
  name: clusterName = 'kube-sim',
  kubernetesVersion: version = defaultKubernetesVersion,
  nodes = defaultNodes,
  users = [],
  images = [],
  metrics = false,
  ingressServers = [],
  webhooks = [],
  maxPods = 5000,
  startTime,
  backdateMs = 0,
  historyLength,
  port = 0,
}: ClusterOptions = {}): Promise<Cluster> {
  const clock = startClock(startTime, backdateMs);
  const store = createObjectStore(historyLength);
  const authenticator = createAuthenticator();
  const names = createNameGenerator({ isRepeatable: startTime !== undefined });
  const events = createEventRecorder({ store, clock, names });
  const registry = createResourceRegistry(version);
  const schemas = createSchemaCatalog();
  const kubelet = createKubelet({ store, clock, events, registry, schemas });
  kubelet.setImages(images);
  provideMetrics({ store, clock, kubelet });
  const state: ClusterState = {
    store,
    clock,
    authenticator,
    version,
    registry,
    schemas,
    logs: kubelet.logs,
    names,
    events,
    maxPods,
    webhooks: webhooks.map((each) => webhookHandlerSchema.parse(each)),
  };
  const writer = createObjectWriter(state);
  bootstrapCluster(state, writer, nodes);
  const authority = createCertificateAuthority('kube-sim-ca');
  const controllers = createControllers(state, writer, {
    kubelet,
    authority: authority.certificate,
    ingressServers,
    nodeFailures: nodeFailuresOf(nodes, clock.now()),
  });
  const loop = startControllerLoop(state, controllers);
  loop.settle();
  const objects = createClusterObjects(state, writer, loop);
  if (metrics) for (const object of metricsServerObjects) objects.apply(object, 'metrics-server');

  const serving = authority.issueServer({ commonName: 'kube-apiserver' }, [
    'localhost',
    '127.0.0.1',
    'kubernetes',
    'kubernetes.default',
  ]);
  const credentials = issueCredentials(authenticator, users);

  let url = '';
  const handle = createApiHandler(state, writer, () => url.replace('https://', ''));
  const server = await startApiServer({ authority: authority.certificate, serving, handle, port, host: '127.0.0.1' });
  url = `https://127.0.0.1:${server.port}`;
  const describe = (credential: Credential) =>
    toKubeconfig({ name: clusterName, server: url, authority: authority.certificate, credential });

  return {
    url,
    authority: authority.certificate,
    kubeconfig(user = administrator) {
      const credential = credentials.get(user);
      if (!credential) throw new Error(`User "${user}" not found. Use one of: ${[...credentials.keys()].join(', ')}.`);
      return describe(credential);
    },
    certificateKubeconfig: (user, groups = []) =>
      describe(authority.issueClient({ commonName: user, organizations: groups })),
    objects,
    setImages: (rules) => kubelet.setImages(rules),
    logLines: (pod) => readPodLogs(kubelet.logs, pod),
    now: () => new Date(clock.now()),
    advance: (milliseconds) => loop.advance(milliseconds),
    settle: () => loop.settle(),
    async close() {
      loop.close();
      await server.close();
    },
  };
}

function startClock(startTime: Date | undefined, backdateMs: number): VirtualClock {
  return startTime === undefined
    ? createVirtualClock({ start: Date.now() - backdateMs })
    : createVirtualClock({ start: startTime.getTime(), stopped: true });
}

/** Issues the administrator's and each user's credentials, by name. */
function issueCredentials(
  authenticator: Authenticator,
  users: readonly ClusterUser[],
): ReadonlyMap<string, Credential> {
  const credentials = new Map<string, Credential>();
  credentials.set(administrator, { token: authenticator.issueToken(authenticated(administrator, ['system:masters'])) });
  for (const { name, groups = [], token } of users) {
    const user = authenticated(name, groups);
    if (token === undefined) credentials.set(name, { token: authenticator.issueToken(user) });
    else {
      authenticator.addToken(token, user);
      credentials.set(name, { token });
    }
  }
  return credentials;
}

function readPodLogs(logs: LogSource, { metadata, spec }: KubeObject): readonly string[] {
  const containers = [...asArray(asObject(spec)['initContainers']), ...asArray(asObject(spec)['containers'])];
  return containers
    .map((container) => asString(asObject(container)['name']))
    .flatMap((name) => [
      ...(logs.read(metadata.uid, name, true) ?? []),
      ...(logs.read(metadata.uid, name, false) ?? []),
    ])
    .map(({ text }) => text);
}
