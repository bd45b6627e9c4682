export type { Checkout, CheckoutPort } from '../checkout/checkout-port.ts';
export { createLocalCheckouts } from '../checkout/create-local-checkouts.ts';
export type { FilePorts } from './file-access.ts';
export { FILE_TOOLS } from './file-tools.ts';
