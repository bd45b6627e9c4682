import type { User } from '../auth/user.ts';
import type { StatusError } from '../errors/status-error.ts';
import type { ManagedFieldsEntry } from '../object/kube-object.ts';

/** Makes the refusal of a patch. */
interface PatchRefusal {
  readonly isStrategic: boolean;
  readonly error: (why: string) => StatusError;
}

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
  /** Whether the body replaces the object, as with PUT. */
  readonly isReplaced?: boolean;
  /** What the text of the body names twice, such as `duplicate field "spec.replicas"`. */
  readonly duplicateFields?: readonly string[];
  /** How the result of a patch is refused that cannot be read; bodies are refused with 400. */
  readonly refusePatch?: PatchRefusal;
  readonly subresource?: string;
  /** Where warnings to the client go. */
  readonly warn?: (text: string) => void;
}
