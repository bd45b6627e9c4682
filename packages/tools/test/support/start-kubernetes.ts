import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindTools, createToolExecutionContext } from '@shipmate/core';
import { type Cluster, type ClusterOptions, createCluster } from '@shipmate/kube-sim';
import type { CodeMapPort } from '../../src/diagram/code-map-port.ts';
import type { ComputePort } from '../../src/compute/compute-port.ts';
import {
  createKubernetesClient,
  KUBECTL_TOOLS,
  KUBECTL_WRITE_TOOLS,
  type KubernetesEnvironment,
} from '../../src/kubernetes/index.ts';
import { createInlineCompute } from '../../src/compute/create-inline-compute.ts';

/** The output of a tool, and a model's view of it. */
export interface ToolAnswer {
  readonly output: unknown;
  readonly text: string;
}

/** A simulated cluster, and the tools that read it. */
export interface TestKubernetes extends AsyncDisposable {
  readonly cluster: Cluster;
  /** Returns a model's view of a call. */
  call(tool: string, input: object): Promise<string>;
  /** Returns the approval preview of a call. */
  preview(tool: string, input: object): Promise<string>;
}

export const startTime = new Date('2026-01-01T00:00:00Z');

/** Starts a cluster whose clock does not advance, and calls tools as the user of `kubeconfig`. */
export async function startKubernetes({
  options = {},
  environment = {},
  user,
  codeMaps,
}: {
  readonly options?: ClusterOptions;
  readonly codeMaps?: CodeMapPort;
  readonly environment?: Partial<KubernetesEnvironment>;
  readonly user?: string;
} = {}): Promise<TestKubernetes> {
  const cluster = await createCluster({ startTime, ...options });
  const tools = await openKubernetesTools(cluster.kubeconfig(user), {
    environment,
    clock: { now: () => cluster.now() },
    ...(codeMaps && { codeMaps }),
  });
  return {
    cluster,
    call: tools.call,
    preview: tools.preview,
    async [Symbol.asyncDispose]() {
      await tools[Symbol.asyncDispose]();
      await cluster.close();
    },
  };
}

/** Tools on the clusters of a kubeconfig. */
export interface KubernetesTools extends Pick<TestKubernetes, 'call' | 'preview'>, AsyncDisposable {
  answer(tool: string, input: object): Promise<ToolAnswer>;
}

/** Opens the tools that read and change the clusters of a kubeconfig. */
export async function openKubernetesTools(
  kubeconfig: string,
  {
    environment = {},
    clock,
    connectionClock,
    retryDelayMs = 1,
    compute = createInlineCompute(),
    codeMaps,
  }: {
    readonly environment?: Partial<KubernetesEnvironment>;
    readonly clock?: { now(): Date };
    /** The clock that determines the age of the client's caches. */
    readonly connectionClock?: { now(): Date };
    readonly retryDelayMs?: number;
    readonly compute?: ComputePort;
    readonly codeMaps?: CodeMapPort;
  } = {},
): Promise<KubernetesTools> {
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const path = join(folder, 'config');
  await writeFile(path, kubeconfig);
  const kubernetes = createKubernetesClient({
    environment: { KUBECONFIG: path, ...environment },
    compute,
    limits: { retryDelayMs },
    ...(connectionClock && { clock: connectionClock }),
  });
  if (!kubernetes) throw new Error('The environment names no cluster.');
  const ports = { kubernetes, compute, ...(clock && { clock }), ...(codeMaps && { codeMaps }) };
  const tools = bindTools([...KUBECTL_TOOLS, ...KUBECTL_WRITE_TOOLS], ports);
  const principal = { userId: 'ada', organizationId: 'acme', via: 'local' } as const;
  const find = (name: string) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    return tool;
  };
  const context = () => createToolExecutionContext({ principal });
  async function answer(name: string, input: object): Promise<ToolAnswer> {
    const tool = find(name);
    const output = await tool.execute(tool.parse(input), context());
    return { output, text: tool.toModel(output) };
  }
  return {
    answer,
    call: async (name, input) => (await answer(name, input)).text,
    async preview(name, input) {
      const tool = find(name);
      return (await tool.preview?.(tool.parse(input), context())) ?? '';
    },
    async [Symbol.asyncDispose]() {
      await kubernetes.close();
      await rm(folder, { recursive: true });
    },
  };
}
