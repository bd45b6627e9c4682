import { AppError, type Clock, type Principal, systemClock } from '@shipmate/core';
import type { ComputePort } from '../compute/compute-port.ts';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import type { KnownKinds } from './api/catalog-reader.ts';
import { createAnswerReader } from './api/create-answer-reader.ts';
import { createClusterReader } from './api/create-cluster-reader.ts';
import { createWriter } from './api/create-changer.ts';
import { createDryRunner } from './api/create-dry-runner.ts';
import { toDryRunTransport } from './api/dry-run-transport.ts';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from './api/kubernetes-port.ts';
import { toReadTransport } from './api/read-transport.ts';
import {
  type ClusterDirectory,
  defaultServiceAccountFolder,
  type Impersonation,
  readClusterDirectory,
} from './connection/cluster-access.ts';
import {
  type ClusterHttp,
  type ClusterHttpLimits,
  createClusterHttp,
  defaultHttpLimits,
} from './connection/cluster-http.ts';
import { hasCluster, type KubernetesEnvironment } from './connection/kubernetes-environment.ts';
import { createRedactor } from './redaction/redactor.ts';

/** Cluster configuration and request timeouts. */
export interface KubernetesClientOptions {
  readonly environment: Partial<KubernetesEnvironment>;
  /** Parses long responses. Default: on the event loop, which a large list blocks. */
  readonly compute?: ComputePort;
  readonly clock?: Clock;
  readonly limits?: Partial<ClusterHttpLimits>;
  /** The service account's folder, if it is not the default. */
  readonly serviceAccountFolder?: string;
}

/** Reads and changes clusters in this process over connections that stay open until the client is closed. */
export interface KubernetesClient extends KubernetesPort, KubernetesDryRunPort, KubernetesWritePort {
  /** Ends the requests in flight and closes all connections. Later requests are refused. Idempotent. */
  close(): Promise<void>;
}

interface Connection {
  readonly http: ClusterHttp;
  readonly known: KnownKinds;
}

/** The number of principals whose connections are kept open. */
const maxConnections = 100;

/** Creates a client if the environment configures a cluster. The configuration is read on first use. */
export function createKubernetesClient({
  environment,
  compute = createInlineCompute(),
  clock = systemClock,
  limits = {},
  serviceAccountFolder = defaultServiceAccountFolder,
}: KubernetesClientOptions): KubernetesClient | undefined {
  if (!hasCluster(environment)) return undefined;
  const names = {
    secretNames: environment.KUBERNETES_SECRET_NAMES,
    publicNames: environment.KUBERNETES_PUBLIC_NAMES,
  };
  const redactor = createRedactor(names);
  const answersFor = (principal: Principal) => createAnswerReader({ compute, principal, names, redactor });
  const connections = new Map<string, Connection>();
  /** Evicted connections whose requests have not ended. */
  const evicted = new Set<ClusterHttp>();
  let directory: Promise<ClusterDirectory> | undefined;
  let closed: Promise<void> | undefined;

  function readDirectory(): Promise<ClusterDirectory> {
    directory ??= readClusterDirectory(environment, { clock, serviceAccountFolder }).catch((thrown: unknown) => {
      directory = undefined;
      throw thrown;
    });
    return directory;
  }

  async function connect(context: string | undefined, principal: Principal) {
    const access = await (await readDirectory()).open(context);
    if (closed) throw new AppError({ code: 'ABORTED', message: 'The Kubernetes client is closed.' });
    const impersonate = environment.KUBERNETES_IMPERSONATE ? toImpersonation(principal) : access.impersonate;
    const id = JSON.stringify([access.context, impersonate]);
    const connection = connections.get(id) ?? {
      http: createClusterHttp(access, {
        clock,
        limits: { ...defaultHttpLimits, ...limits },
        impersonate,
        redactText: redactor.text,
      }),
      known: {},
    };
    connections.delete(id);
    connections.set(id, connection);
    await closeOldest();
    return { access, connection };
  }

  async function destroyAll(): Promise<void> {
    const open = [...[...connections.values()].map(({ http }) => http), ...evicted];
    connections.clear();
    await Promise.all(open.map((http) => http.destroy()));
  }

  async function closeOldest(): Promise<void> {
    const [oldest] = connections;
    if (connections.size <= maxConnections || oldest === undefined) return;
    connections.delete(oldest[0]);
    const { http } = oldest[1];
    evicted.add(http);
    await http.close().finally(() => evicted.delete(http));
  }

  return {
    async contexts() {
      const { contexts, currentContext } = await readDirectory();
      return { names: contexts, current: currentContext || null };
    },
    async reader({ context, principal }) {
      const { access, connection } = await connect(context, principal);
      const { http, known } = connection;
      return createClusterReader(access.context, toReadTransport(http), {
        answers: answersFor(principal),
        known,
        clock,
      });
    },
    async dryRunner({ context, principal }) {
      const { connection } = await connect(context, principal);
      return createDryRunner(toDryRunTransport(connection.http), answersFor(principal));
    },
    async writer({ context, principal }) {
      const { connection } = await connect(context, principal);
      return createWriter(connection.http, answersFor(principal));
    },
    close: () => (closed ??= destroyAll()),
  };
}

function toImpersonation({ userId, organizationId }: Principal): Impersonation {
  return { user: `shipmate:${userId}`, groups: [`shipmate:${organizationId}`] };
}
