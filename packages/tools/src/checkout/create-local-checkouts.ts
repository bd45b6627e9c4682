import { loadWithFirstCall } from '../context/load-with-first-call.ts';
import type { CheckoutPort } from './checkout-port.ts';

/**
 * Creates the port on checkouts of this machine: a call works in the folder `workspaceDir` of its context, which only the process
 * that starts a run sets. Its code is loaded with the first call.
 */
export function createLocalCheckouts(): CheckoutPort {
  return loadWithFirstCall(['open'], async () => (await import('./local-checkouts.ts')).openLocalCheckouts());
}
