/** The files of a chart by path. `<CHARTNAME>` in them is replaced by the chart's name. */
export interface ChartTemplate {
  readonly [path: string]: string;
}
