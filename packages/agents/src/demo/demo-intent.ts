import type { DemoChart } from './demo-chart.ts';
import type { DemoSteps } from './demo-steps.ts';

/** Work on the chart. Returns one sentence (Markdown) about the result. */
export type DemoTask = (chart: DemoChart) => DemoSteps<string>;

/** Parses one clause of a request; `undefined` when it does not match. */
export type DemoIntent = (clause: string) => DemoTask | undefined;
