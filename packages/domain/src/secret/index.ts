export { findSecrets } from './find-secrets.ts';
