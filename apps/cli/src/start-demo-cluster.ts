import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shutdown } from '@shipmate/runtime';

/** Name of the context in the kubeconfig, and so of the cluster in every answer. */
const name = 'demo (simulated)';

/**
 * Starts a simulated cluster with unhealthy workloads in this process. `shutdown` closes it.
 *
 * @returns the path of its kubeconfig
 */
export async function startDemoCluster(shutdown: Shutdown): Promise<string> {
  const { loadScenario, startScenario } = await import('@shipmate/kube-sim');
  const { cluster } = await startScenario(await loadScenario('demo'), { name });
  shutdown.add('demo cluster', () => cluster.close());
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-demo-'));
  shutdown.add('demo kubeconfig', () => rm(folder, { recursive: true }));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, cluster.kubeconfig(), { mode: 0o600 });
  return kubeconfig;
}
