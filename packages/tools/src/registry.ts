import { defineToolFamily } from '@shipmate/core';
import { getChartContext } from './chart/get-chart-context.ts';
import { latestKubernetesVersion } from './chart/latest-kubernetes-version.ts';
import { latestSubchartVersion } from './chart/latest-subchart-version.ts';
import { textEditor } from './chart/text-editor.ts';

/** Reading and editing Helm charts. */
export const chartTools = defineToolFamily('chart', [
  getChartContext,
  textEditor,
  latestSubchartVersion,
  latestKubernetesVersion,
]);

/** Every tool. A new one is a file and a line above. */
export const allTools = [...chartTools] as const;
