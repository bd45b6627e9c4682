import type { RenderedResponse } from '@shipmate/protocol/web/checks';

export type Manifest = RenderedResponse['manifests'][number];

/** Returns true when pending changes alter a manifest. */
export function isChanged({ before, after }: Manifest): boolean {
  return before !== after;
}

/** Returns the manifest to show: that of the chosen template, else the first changed one, else the first one. */
export function shownManifest(manifests: readonly Manifest[], wanted: string): Manifest | undefined {
  return manifests.find(({ template }) => template === wanted) ?? manifests.find(isChanged) ?? manifests[0];
}

/** Returns the label of a manifest: its template and its change. */
export function toManifestLabel(manifest: Manifest): string {
  const { template, before, after } = manifest;
  if (!isChanged(manifest)) return template;
  if (before === null) return `${template} (new)`;
  return after === null ? `${template} (gone)` : `${template} (changed)`;
}
