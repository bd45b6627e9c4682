import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of the context in the kubeconfig, and so of the cluster in every answer. */
const name = 'demo (simulated)';

/** A running simulated cluster. */
export interface DemoCluster {
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Starts a simulated cluster with unhealthy workloads in this process. */
export async function startDemoCluster(): Promise<DemoCluster> {
  const { loadScenario, startScenario } = await import('@shipmate/kube-sim');
  const { cluster } = await startScenario(await loadScenario('demo'), { name });
  try {
    const folder = await mkdtemp(join(tmpdir(), 'shipmate-demo-'));
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, cluster.kubeconfig(), { mode: 0o600 });
    const close = async (): Promise<void> => {
      try {
        await rm(folder, { recursive: true });
      } finally {
        await cluster.close();
      }
    };
    return { kubeconfig, close };
  } catch (thrown) {
    await cluster.close();
    throw thrown;
  }
}
