import { type Clock, type Principal, systemClock } from '@shipmate/core';
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
  type ClusterPatience,
  createClusterHttp,
  defaultPatience,
} from './connection/cluster-http.ts';
import { hasCluster, type KubernetesEnvironment } from './connection/kubernetes-environment.ts';
import { createRedactor } from './redaction/redactor.ts';

/** Cluster configuration and request timeouts. */
export interface KubernetesClientOptions {
  readonly environment: Partial<KubernetesEnvironment>;
  /** Parses long responses. Default: on the event loop, which a large list blocks. */
  readonly compute?: ComputePort;
  readonly clock?: Clock;
  readonly patience?: Partial<ClusterPatience>;
  /** The service account's folder, if it is not the default. */
  readonly serviceAccountFolder?: string;
}

/** Reads and changes clusters in this process over connections that stay open until the client is closed. */
export interface KubernetesClient extends KubernetesPort, KubernetesDryRunPort, KubernetesWritePort {
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
  patience = {},
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
  let directory: Promise<ClusterDirectory> | undefined;

  function readDirectory(): Promise<ClusterDirectory> {
    directory ??= readClusterDirectory(environment, { clock, serviceAccountFolder }).catch((thrown: unknown) => {
      directory = undefined;
      throw thrown;
    });
    return directory;
  }

  async function connect(context: string | undefined, principal: Principal) {
    const access = await (await readDirectory()).open(context);
    const impersonate = environment.KUBERNETES_IMPERSONATE ? toImpersonation(principal) : access.impersonate;
    const id = JSON.stringify([access.context, impersonate]);
    const connection = connections.get(id) ?? {
      http: createClusterHttp(access, {
        clock,
        patience: { ...defaultPatience, ...patience },
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

  async function closeOldest(): Promise<void> {
    const [oldest] = connections;
    if (connections.size <= maxConnections || oldest === undefined) return;
    connections.delete(oldest[0]);
    await oldest[1].http.close();
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
    async close() {
      await Promise.all([...connections.values()].map(({ http }) => http.close()));
      connections.clear();
    },
  };
}

function toImpersonation({ userId, organizationId }: Principal): Impersonation {
  return { user: `shipmate:${userId}`, groups: [`shipmate:${organizationId}`] };
}
