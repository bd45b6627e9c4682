export {
  findPatchSecrets,
  findPublishedSecrets,
  type PatchPosition,
  redactPatch,
  type PatchSecret,
} from './find-patch-secrets.ts';
export { countPlaceholders, findSecrets, redactSecrets } from './find-secrets.ts';
