/** The vendor of a model, as errors name it. */
export interface Vendor {
  /** The part of a model's id before the colon. */
  readonly id: string;
  readonly name: string;
  /** The variable of the key, named when the key is rejected. */
  readonly keyVariable?: string;
}
