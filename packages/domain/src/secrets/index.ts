export {
  findPatchSecrets,
  findPublishedSecrets,
  type PatchPosition,
  redactPatch,
  type PatchSecret,
} from './find-patch-secrets.ts';
export { countPlaceholders, createRedactedView, redactSecrets } from './find-secrets.ts';
