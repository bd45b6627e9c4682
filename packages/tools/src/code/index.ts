export type { Checkout, CheckoutPort } from '../checkout/checkout-port.ts';
export { createLocalCheckouts } from '../checkout/create-local-checkouts.ts';
export type { CodePorts } from './code-ports.ts';
export { CODE_TOOLS } from './code-tools.ts';
