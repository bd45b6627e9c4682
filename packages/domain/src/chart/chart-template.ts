/** The files of a chart by path. `<CHARTNAME>` in them stands for the chart's name. */
export interface ChartTemplate {
  readonly [path: string]: string;
}
