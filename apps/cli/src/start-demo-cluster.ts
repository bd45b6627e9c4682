import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shutdown } from '@shipmate/runtime';

/** What its kubeconfig calls it, and with that every answer about it. */
const name = 'demo (simulated)';

/**
 * Starts a simulated cluster in this process, in which some workloads are broken. It ends with `shutdown`.
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
