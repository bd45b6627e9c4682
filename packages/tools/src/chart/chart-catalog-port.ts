/** A published chart, as a catalog lists it. */
export interface CatalogChart {
  readonly name: string;
  /** The name of the repository in the catalog. */
  readonly repository: string;
  /** The `repository` to write in Chart.yaml. */
  readonly repositoryUrl: string;
  /** The newest version. */
  readonly version: string;
  readonly description: string;
  readonly stars: number;
  readonly deprecated: boolean;
  /** True if the software's vendor publishes the chart. */
  readonly official: boolean;
  /** True if the publisher has proved to own the repository. */
  readonly verified: boolean;
}

/** A chart of a catalog with all its versions. */
export interface CatalogChartDetail extends CatalogChart {
  /** Newest first. */
  readonly versions: readonly { readonly version: string; readonly prerelease: boolean }[];
}

/** A catalog of published charts. **Contract.** Each call answers within its own time limit. */
export interface ChartCatalogPort {
  /** Finds charts, the most relevant first. @throws AppError `EXTERNAL_API_ERROR`, `ABORTED` when `signal` fires. */
  search(text: string, signal: AbortSignal): Promise<readonly CatalogChart[]>;
  /**
   * Returns a chart.
   *
   * @throws AppError `NOT_FOUND` when it does not exist, `EXTERNAL_API_ERROR`, `ABORTED` when `signal` fires.
   */
  getChart(
    chart: { readonly name: string; readonly repository: string },
    signal: AbortSignal,
  ): Promise<CatalogChartDetail>;
}
