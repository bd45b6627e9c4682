import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@shipmate/domain/cluster';
import { createKubernetesClient } from '../../src/kubernetes/create-kubernetes-client.ts';
import { openKubernetesTools } from '../support/start-kubernetes.ts';
import type { ContractServer } from './contract-server.ts';
import { createRawClient, type RawClient } from './raw-client.ts';
import { defineWidgets } from './widget-definition.ts';

/** The environment of a case: Shipmate's client and tools, and raw requests. */
export interface ContractSetup extends AsyncDisposable {
  readonly raw: RawClient;
  readonly ports: ClientPorts;
  /** The same for a user without permissions. */
  readonly limited: ClientPorts;
  /** Returns a model's view of a call. */
  readonly call: (tool: string, input: object) => Promise<string>;
  /** Creates a new namespace for a case. */
  readonly createNamespace: (labels?: Readonly<Record<string, string>>) => Promise<string>;
}

/** The ports of Shipmate's client for one user. */
export type ClientPorts = Awaited<ReturnType<typeof openPorts>>;

const principal = { userId: 'ada', organizationId: 'acme', via: 'local' } as const;

export async function openContractSetup(server: ContractServer): Promise<ContractSetup> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-contract-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const raw = opened.use(createRawClient(server.kubeconfig()));
  await defineWidgets(raw);
  const tools = opened.use(await openKubernetesTools(server.kubeconfig()));
  const ports = opened.use(await openPorts(join(folder, 'admin'), server.kubeconfig()));
  const limited = opened.use(await openPorts(join(folder, 'limited'), server.kubeconfig('limited')));
  let count = 0;
  const owned = opened.move();
  return {
    raw,
    ports,
    limited,
    call: tools.call,
    createNamespace: async (labels = {}) => {
      count += 1;
      const name = `contract-${count}`;
      await raw.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
      return name;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function openPorts(path: string, kubeconfig: string) {
  await writeFile(path, kubeconfig);
  const client = createKubernetesClient({ environment: { KUBECONFIG: path }, limits: { retryDelayMs: 10 } });
  if (!client) throw new Error('The kubeconfig names no cluster.');
  const [reader, runner, writer] = await Promise.all([
    client.reader({ principal }),
    client.dryRunner({ principal }),
    client.writer({ principal }),
  ]);
  return { reader, runner, writer, [Symbol.asyncDispose]: () => client.close() };
}

/** Creates a ConfigMap with some data. */
export function configMap(name: string, namespace: string, data: JsonObject = { mode: 'fast' }): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}

/** Creates a Deployment with one container. */
export function deployment(name: string, namespace: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'main', image: 'web:1', env: [{ name: 'A', value: '1' }] }] },
      },
      ...spec,
    },
  };
}

/** Creates a Pod with one container. */
export function pod(name: string, namespace: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: { containers: [{ name: 'main', image: 'web:1' }], ...spec },
  };
}
