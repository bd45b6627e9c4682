export type {
  CheckoutEntry,
  CheckoutFile,
  CheckoutFiles,
  ReadCheckoutOptions,
  WriteCheckoutOptions,
} from './checkout-files.ts';
