import { AppError } from '@shipmate/core';
import type { CheckoutPort } from './checkout-port.ts';
import { createLocalCheckoutFiles } from './local-checkout-files.ts';

/**
 * Creates the port on checkouts of this machine: a call works in the folder `workspaceDir` of its context, which only the process
 * that starts a run sets.
 */
export function createLocalCheckouts(): CheckoutPort {
  return {
    async open({ workspaceDir: folder }) {
      if (folder !== undefined) return { folder, files: createLocalCheckoutFiles(folder) };
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'This tool works in the checkout of a repository, and the call names none.',
        details: { field: 'workspaceDir' },
      });
    },
  };
}
