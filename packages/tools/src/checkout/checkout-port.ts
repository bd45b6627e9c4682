import type { ToolExecutionContext } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';

/** A repository that was checked out on this machine. */
export interface Checkout {
  readonly files: CheckoutFiles;
  /** The absolute path of its folder, for programs that search it. It must not appear in results. */
  readonly folder: string;
}

/** Finds the checkout in which a call works. */
export interface CheckoutPort {
  /** @throws AppError `VALIDATION_ERROR` when the caller's context names no checkout. */
  open(context: Pick<ToolExecutionContext, 'workspaceDir'>): Promise<Checkout>;
}
