import type { RenderedResponse } from '@shipmate/protocol';

export type Manifest = RenderedResponse['manifests'][number];

/** Whether pending changes make a difference to a manifest. */
export function isChanged({ before, after }: Manifest): boolean {
  return before !== after;
}

/** The manifest to show: that of the wanted template, else the first one that changes, else the first one. */
export function shownManifest(manifests: readonly Manifest[], wanted: string): Manifest | undefined {
  return manifests.find(({ template }) => template === wanted) ?? manifests.find(isChanged) ?? manifests[0];
}

/** How a manifest is listed: by its template, and what becomes of it. */
export function toManifestLabel(manifest: Manifest): string {
  const { template, before, after } = manifest;
  if (!isChanged(manifest)) return template;
  if (before === null) return `${template} (new)`;
  return after === null ? `${template} (gone)` : `${template} (changed)`;
}
