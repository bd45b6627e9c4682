/** One kind of object that a cluster serves, as discovery tells of it. */
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

/** What one can make in a cluster: a kind in the version that the server prefers, and what it is for. */
export interface Capability extends ServedKind {
  /** The first sentences of what its schema says; empty when that says nothing. */
  readonly description: string;
  /** Paths under `spec`, or under the object where it has none, to depth 2, such as `storage.size`. Required ones first. */
  readonly fields: readonly string[];
  /** What it is for, by rule, such as `database`. */
  readonly categories: readonly string[];
  /** Whose it is, by rule, such as `aws`; `kubernetes` for what is built in. */
  readonly provider: string;
  /** Kinds of the same group that its fields refer to, without which it is of no use. */
  readonly needs: readonly string[];
  /** How many kinds of the same group need it. */
  readonly neededBy: number;
}
