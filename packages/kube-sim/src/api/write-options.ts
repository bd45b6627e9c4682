import type { User } from '../auth/user.ts';
import type { StatusError } from '../errors/status-error.ts';
import type { ManagedFieldsEntry } from '../object/kube-object.ts';

/** Creates the error for an unreadable patch result. */
interface PatchRefusal {
  readonly isStrategic: boolean;
  readonly error: (why: string) => StatusError;
}

/** Options for a write. */
export interface WriteOptions {
  /** Owner of the changed fields. */
  readonly manager: string;
  readonly user?: User;
  readonly dryRun?: boolean;
  /** Final managed fields, if already computed. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
  /** Handling of fields unknown to the schema. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** The body replaces the object, as with PUT. */
  readonly isReplaced?: boolean;
  /** Duplicate fields in the body's text, such as `duplicate field "spec.replicas"`. */
  readonly duplicateFields?: readonly string[];
  /** Creates the refusal of an unreadable patch result; an unreadable body is refused with 400. */
  readonly refusePatch?: PatchRefusal;
  readonly subresource?: string;
  /** Receives warnings for the client. */
  readonly warn?: (text: string) => void;
}
