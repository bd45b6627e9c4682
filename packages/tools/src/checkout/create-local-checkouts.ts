import type { FairLimiter } from '@shipmate/runtime/limit';
import { loadWithFirstCall } from '../context/load-with-first-call.ts';
import { createOpenCalls } from '../context/open-calls.ts';
import type { GitEnvironment } from '../git/git-environment.ts';
import type { GitWorkTreePort } from '../git/git-port.ts';
import type { CheckoutPort } from './checkout-port.ts';

/** Options for {@link createLocalCheckouts}. */
export interface LocalCheckoutsOptions {
  readonly environment?: GitEnvironment;
  readonly workTrees?: Pick<GitWorkTreePort, 'run'>;
  /** Default: 20 s and 1 GB for a run of ripgrep. */
  readonly limits?: { readonly timeoutMs: number; readonly maxMemoryBytes: number };
  /** Default: by `PROCESS_CONCURRENCY`. */
  readonly limiter?: FairLimiter;
}

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
