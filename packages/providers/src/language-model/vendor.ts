/** Whom a model belongs to, as errors name it. */
export interface Vendor {
  /** What stands before the colon of a model's id. */
  readonly id: string;
  readonly name: string;
  /** The variable that holds the key, to name when the key is refused. */
  readonly keyVariable?: string;
}
