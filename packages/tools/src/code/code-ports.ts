import type { CheckoutPort } from '../checkout/checkout-port.ts';
import type { ComputePort } from '../compute/compute-port.ts';

/** The ports of the tools that read code. */
export interface CodePorts {
  readonly checkouts: CheckoutPort;
  readonly compute: ComputePort;
}
