/** One file of a plan. Paths are relative to the chart. */
export interface DemoAction {
  readonly path: string;
  readonly action: 'create' | 'modify';
  readonly why: string;
}
