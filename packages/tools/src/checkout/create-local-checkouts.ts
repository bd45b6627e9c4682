import { loadWithFirstCall } from '../context/load-with-first-call.ts';
import { createOpenCalls } from '../context/open-calls.ts';
import type { CheckoutPort } from './checkout-port.ts';
import type { LocalCheckoutsOptions } from './local-checkouts.ts';

/** Checkouts that their creator closes. */
interface LocalCheckouts extends CheckoutPort {
  /** Kills the searches in flight. */
  close(): Promise<void>;
}

/**
 * Creates the port on checkouts of this machine: a call works in the folder `workspaceDir` of its context, which only the process
 * that starts a run sets. Its code is loaded with the first call.
 */
export function createLocalCheckouts(options: LocalCheckoutsOptions = {}): LocalCheckouts {
  const calls = createOpenCalls('Searching');
  return {
    ...loadWithFirstCall(['open'], async () =>
      (await import('./local-checkouts.ts')).openLocalCheckouts({ ...options, calls }),
    ),
    close: () => calls.close(),
  };
}
