/** A kind of object that a cluster serves, from discovery. */
export interface ServedKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/**
 * A kind of object that can be created in a cluster, in the version that the server prefers, with its
 * purpose.
 */
export interface Capability extends ServedKind {
  /** Its purpose in users' words, for a built-in kind or a well-known operator's. */
  readonly purpose?: string;
  /** True for a kind that people rarely create: a part, request or record of another kind of its group. */
  readonly isAuxiliary?: boolean;
  /** The first sentences of its schema's description; empty without one. */
  readonly description: string;
  /**
   * Paths under `spec`, or under the object if it has none, to depth 2, for example `storage.size`. Required
   * fields first.
   */
  readonly fields: readonly string[];
  /** Purposes by rule, for example `database`. */
  readonly categories: readonly string[];
  /** Provider by rule, for example `aws`; `kubernetes` for built-in kinds. */
  readonly provider: string;
  /** Kinds of the same group that its fields refer to and that it requires. */
  readonly needs: readonly string[];
  /** The number of kinds of the same group that require it. */
  readonly neededBy: number;
}
