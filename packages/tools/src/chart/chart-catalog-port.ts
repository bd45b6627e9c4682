/** A published chart, as a catalogue lists it. */
export interface CatalogChart {
  readonly name: string;
  /** What the repository is called where it was found. */
  readonly repository: string;
  /** What Chart.yaml wants as `repository`. */
  readonly repositoryUrl: string;
  /** The newest. */
  readonly version: string;
  readonly description: string;
  readonly stars: number;
  readonly deprecated: boolean;
  /** Published by whoever makes the software. */
  readonly official: boolean;
  /** The publisher has shown that the repository is theirs. */
  readonly verified: boolean;
}

/** A chart of a catalogue with all its versions. */
export interface CatalogChartDetail extends CatalogChart {
  /** Newest first. */
  readonly versions: readonly { readonly version: string; readonly prerelease: boolean }[];
}

/** Where published charts are found. **Contract.** Each call answers within its own time limit. */
export interface ChartCatalogPort {
  /** Finds charts, the most relevant first. @throws AppError `EXTERNAL_API_ERROR`, `ABORTED` when `signal` fires. */
  search(text: string, signal: AbortSignal): Promise<readonly CatalogChart[]>;
  /**
   * Shows a chart.
   *
   * @throws AppError `NOT_FOUND` when there is none, `EXTERNAL_API_ERROR`, `ABORTED` when `signal` fires.
   */
  getChart(
    chart: { readonly name: string; readonly repository: string },
    signal: AbortSignal,
  ): Promise<CatalogChartDetail>;
}
