/** The purposes of the main kinds of an operator's API group. */
export interface GroupPurposes {
  /** The documentation that the purposes are reworded from. */
  readonly source: string;
  /** By kind, in users' words. */
  readonly kinds: Readonly<Record<string, string>>;
}
