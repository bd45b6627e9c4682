import type { Principal } from '@shipmate/core';
import type { Page, PageRequest } from '../page/page.ts';
import type { InboxItem, InboxKind } from './inbox-item.ts';

/**
 * Reads what waits for a person, over all kinds.
 *
 * **Contract.** A user sees their own items; a credential for one workspace or run sees only those of that workspace or
 * run. An item that is decided, cancelled or expired is absent.
 */
export interface InboxStore {
  /** Lists the items, newest first. @throws AppError `VALIDATION_ERROR` for a cursor of another list. */
  list(principal: Principal, page: PageRequest): Promise<Page<InboxItem>>;
  /** Returns one waiting item. @throws AppError `NOT_FOUND`, also when it no longer waits. */
  get(principal: Principal, item: { readonly kind: InboxKind; readonly id: string }): Promise<InboxItem>;
}
