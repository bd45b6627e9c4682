export type { Checkout, CheckoutPort } from '../checkout/checkout-port.ts';
export { createLocalCheckouts } from '../checkout/create-local-checkouts.ts';
export { type Compute, type ComputeOptions, createCompute } from '../compute/create-compute.ts';
export type { ComputePort } from '../compute/compute-port.ts';
export type { CodePorts } from './code-ports.ts';
export { CODE_TOOLS } from './code-tools.ts';
