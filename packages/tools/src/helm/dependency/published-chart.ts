/** A published chart. */
export interface PublishedChart {
  readonly name: string;
  /** A version or a range of versions. */
  readonly version: string;
  /** The address of its repository. */
  readonly repository: string;
}

/** The location of a published chart's archive. */
export interface ChartLocation {
  readonly version: string;
  readonly url: URL;
  /** SHA-256 of the archive, in hex. */
  readonly digest: string | undefined;
  readonly authorize?: ((challenge: string) => Promise<string | undefined>) | undefined;
}
