import type { User } from '../auth/user.ts';
import type { ManagedFieldsEntry } from '../object/kube-object.ts';

/** How a write is made. */
export interface WriteOptions {
  /** Who owns the fields that it changes. */
  readonly manager: string;
  readonly user?: User;
  readonly dryRun?: boolean;
  /** Who owns the fields afterwards, where that is settled already. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
  /** What becomes of fields that the schema does not know. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  readonly subresource?: string;
  /** Where warnings to the client go. */
  readonly warn?: (text: string) => void;
}
