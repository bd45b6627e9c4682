/** A chart as written under `dependencies` in a Chart.yaml. */
export interface SubchartVersion {
  readonly name: string;
  /** The newest version that is not a pre-release. */
  readonly version: string;
  /** The name of the repository in the catalog. */
  readonly repository: string;
  /** The `repository` to write in Chart.yaml. */
  readonly repositoryUrl: string;
}

/** The answer about a chart's latest version. */
export interface SubchartVersionAnswer {
  /** `undefined` when no chart of exactly that name has a release. */
  readonly found: SubchartVersion | undefined;
  /** Charts of similar names, to suggest when none was found. */
  readonly similar: readonly { readonly name: string; readonly repository: string }[];
  /** `stale`: the source fails, and this is its last answer. */
  readonly freshness: 'live' | 'cached' | 'stale';
  /** The time of the source's answer. */
  readonly asOf: Date;
}

/** The source of published charts' latest versions. */
export interface SubchartVersionPort {
  /**
   * Looks a chart up by its exact name, in the given repository (name or URL) first.
   *
   * **Contract.** It answers within its own time limit. @throws AppError `EXTERNAL_API_ERROR` when the source fails and
   * no answer is cached, `ABORTED` when `signal` fires.
   */
  findLatest(
    chart: { readonly name: string; readonly repository?: string | undefined },
    signal: AbortSignal,
  ): Promise<SubchartVersionAnswer>;
}
