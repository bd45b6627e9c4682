/** A chart within a workspace. Its id is the same in every revision. */
export interface Chart {
  readonly id: string;
  readonly name: string;
  /** The folder of its `Chart.yaml`, relative to the workspace; `''` at the top. */
  readonly root: string;
}
