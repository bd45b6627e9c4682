import { delimiter, dirname, resolve } from 'node:path';
import { AppError, type Clock } from '@shipmate/core';
import type { CredentialSource } from './credential-source.ts';
import { createCredentials, readConfigured, readPem } from './credentials.ts';
import { parseKubeconfig, type Kubeconfig } from './kubeconfig.ts';
import { type KubernetesEnvironment, pluginVariables } from './kubernetes-environment.ts';

/** The user and groups that a request impersonates. */
export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
}

/** The address of a cluster and the credentials for it. */
export interface ClusterAccess {
  readonly context: string;
  readonly server: URL;
  /** In PEM; the system's certificate authorities when absent. */
  readonly authority?: string;
  readonly serverName?: string;
  readonly verify: boolean;
  readonly credentials: CredentialSource;
  /** The impersonation settings of the kubeconfig. */
  readonly impersonate?: Impersonation;
}

/** The configured contexts. */
export interface ClusterDirectory {
  readonly contexts: readonly string[];
  readonly currentContext: string;
  /** @throws AppError `NOT_FOUND` when there is no such context. */
  open(context: string | undefined): Promise<ClusterAccess>;
}

/** The path at which a pod's service account is mounted. */
export const defaultServiceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
const inClusterContext = 'in-cluster';

/** Reads the cluster configuration from the environment. @throws AppError `UNAVAILABLE` when it cannot be read. */
export async function readClusterDirectory(
  environment: Partial<KubernetesEnvironment>,
  { clock, serviceAccountFolder }: { readonly clock: Clock; readonly serviceAccountFolder: string },
): Promise<ClusterDirectory> {
  const kubeconfig =
    environment.KUBECONFIG === undefined
      ? inClusterConfig(environment, serviceAccountFolder)
      : parseKubeconfig(
          await Promise.all(
            environment.KUBECONFIG.split(delimiter)
              .filter((path) => path !== '')
              .map(async (path) => ({ text: await readConfigured(path), folder: dirname(resolve(path)) })),
          ),
        );
  const contexts = [...kubeconfig.contexts.keys()].sort();
  const currentContext = kubeconfig.currentContext || (contexts.length === 1 ? (contexts[0] ?? '') : '');
  const surroundings = { pluginEnvironment: pluginEnvironmentOf(environment), clock };
  const opened = new Map<string, CredentialSource>();

  return {
    contexts,
    currentContext,
    async open(name = currentContext) {
      const { cluster, user, context } = find(kubeconfig, name);
      const credentials = opened.get(context.user) ?? createCredentials(user, surroundings);
      opened.set(context.user, credentials);
      const authority = await readPem(cluster, 'certificate-authority');
      const serverName = cluster['tls-server-name'];
      return {
        context: name,
        server: new URL(cluster.server),
        verify: !cluster['insecure-skip-tls-verify'],
        credentials,
        ...(authority !== undefined && { authority }),
        ...(serverName !== undefined && { serverName }),
        ...(user.as !== undefined && { impersonate: { user: user.as, groups: user['as-groups'] ?? [] } }),
      };
    },
  };
}

function find(kubeconfig: Kubeconfig, name: string) {
  const context = kubeconfig.contexts.get(name);
  const cluster = context && kubeconfig.clusters.get(context.cluster);
  if (context && cluster) {
    return { context, cluster, user: kubeconfig.users.get(context.user) ?? { folder: cluster.folder } };
  }
  const known = [...kubeconfig.contexts.keys()].sort().slice(0, 50).join(', ') || 'none';
  throw new AppError({
    code: 'NOT_FOUND',
    message: `${name === '' ? 'No current context is set; name one.' : `Context ${JSON.stringify(name.slice(0, 100))} not found.`} Configured: ${known}.`,
    details: { field: 'context' },
  });
}

/** Returns the service account of the pod in which this process runs, as a kubeconfig. */
function inClusterConfig(environment: Partial<KubernetesEnvironment>, folder: string): Kubeconfig {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = environment;
  if (host === undefined) {
    throw new AppError({ code: 'UNAVAILABLE', message: 'No cluster is configured. Set KUBECONFIG.' });
  }
  return {
    currentContext: inClusterContext,
    contexts: new Map([[inClusterContext, { cluster: inClusterContext, user: inClusterContext }]]),
    clusters: new Map([
      [
        inClusterContext,
        {
          server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
          'certificate-authority': 'ca.crt',
          'insecure-skip-tls-verify': false,
          folder,
        },
      ],
    ]),
    users: new Map([[inClusterContext, { tokenFile: 'token', folder }]]),
  };
}

function pluginEnvironmentOf(environment: Partial<KubernetesEnvironment>): Record<string, string> {
  const seen = pluginVariables.map((name) => [name, environment[name]] as const);
  return Object.fromEntries(
    seen.filter((entry): entry is [(typeof pluginVariables)[number], string] => entry[1] !== undefined),
  );
}
