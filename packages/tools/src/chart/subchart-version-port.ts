/** A chart as it would be written under `dependencies` in a Chart.yaml. */
export interface SubchartVersion {
  readonly name: string;
  /** The newest release that is not a pre-release. */
  readonly version: string;
  /** What the repository is called where it was found. */
  readonly repository: string;
  /** What Chart.yaml wants as `repository`. */
  readonly repositoryUrl: string;
}

/** What is known of a chart's latest version. */
export interface SubchartVersionAnswer {
  /** `undefined` when no chart of exactly that name has a release. */
  readonly found: SubchartVersion | undefined;
  /** Charts of similar names, to suggest when nothing was found. */
  readonly similar: readonly { readonly name: string; readonly repository: string }[];
  /** `stale`: the source fails, and this is what it last said. */
  readonly freshness: 'live' | 'cached' | 'stale';
  /** When the source said so. */
  readonly asOf: Date;
}

/** Where the latest versions of published charts come from. */
export interface SubchartVersionPort {
  /**
   * Looks a chart up by its exact name, in the given repository (name or URL) first.
   *
   * **Contract.** It answers within its own time limit. @throws AppError `EXTERNAL_API_ERROR` when the source fails and
   * nothing is remembered, `ABORTED` when `signal` fires.
   */
  findLatest(
    chart: { readonly name: string; readonly repository?: string | undefined },
    signal: AbortSignal,
  ): Promise<SubchartVersionAnswer>;
}
