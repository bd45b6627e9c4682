export {
  findPatchSecrets,
  findPublishedSecrets,
  type PatchPosition,
  redactPatch,
  type PatchSecret,
} from './find-patch-secrets.ts';
export { countPlaceholders, redactSecrets } from './find-secrets.ts';
