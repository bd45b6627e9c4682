export type {
  ChangeCheckoutOptions,
  CheckoutEntry,
  CheckoutFile,
  CheckoutFiles,
  CheckoutStat,
  ReadCheckoutOptions,
  WriteCheckoutOptions,
} from './checkout-files.ts';
export {
  findCheckoutPathProblem,
  findSensitiveName,
  parseCheckoutPath,
  requireNewCheckoutPath,
} from './checkout-path.ts';
export { parseRemoteUrl, type NewRepository, type Repository, type RepositoryStore } from './repository.ts';
