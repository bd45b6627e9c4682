import type { User } from '../auth/user.ts';

/** How a write is made. */
export interface WriteOptions {
  /** Who owns the fields that it changes. */
  readonly manager: string;
  readonly user?: User;
  readonly dryRun?: boolean;
  /** Leaves it to whoever asked to store the object. */
  readonly isHeld?: boolean;
  /** What becomes of fields that the schema does not know. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  readonly subresource?: string;
  /** Where warnings to the client go. */
  readonly warn?: (text: string) => void;
}
