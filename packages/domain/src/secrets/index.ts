export { countPlaceholders, findSecrets, type FoundSecret, redactSecrets } from './find-secrets.ts';
