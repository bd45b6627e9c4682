import type { DemoChart } from './demo-chart.ts';
import type { DemoSteps } from './demo-steps.ts';

/** Work on the chart. It returns one sentence (Markdown) on what was done. */
export type DemoTask = (chart: DemoChart) => DemoSteps<string>;

/** Understands one clause of a request, or does not. */
export type DemoIntent = (clause: string) => DemoTask | undefined;
