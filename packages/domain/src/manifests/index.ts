export { convertManifests, type ConvertedChart } from './convert-manifests.ts';
export type { ManifestFile, ManifestRemark } from './manifest-object.ts';
