export {
  findPatchSecrets,
  findPublishedSecrets,
  type PatchPosition,
  type PatchSecret,
} from './find-patch-secrets.ts';
export { countPlaceholders, redactSecrets } from './find-secrets.ts';
