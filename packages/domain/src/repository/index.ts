export type {
  CheckoutEntry,
  CheckoutFile,
  CheckoutFiles,
  ReadCheckoutOptions,
  WriteCheckoutOptions,
} from './checkout-files.ts';
export { parseRemoteUrl, type NewRepository, type Repository, type RepositoryStore } from './repository.ts';
