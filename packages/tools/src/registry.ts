import { defineToolFamily } from '@shipmate/core';
import { deleteFile } from './chart/delete-file.ts';
import { getChartContext } from './chart/get-chart-context.ts';
import { latestKubernetesVersion } from './chart/latest-kubernetes-version.ts';
import { latestSubchartVersion } from './chart/latest-subchart-version.ts';
import { proposePlan } from './chart/propose-plan.ts';
import { renameFile } from './chart/rename-file.ts';
import { renderChart } from './chart/render-chart.ts';
import { textEditor } from './chart/text-editor.ts';
import { validateChart } from './chart/validate-chart.ts';

/** Reading and editing Helm charts. */
export const chartTools = defineToolFamily('chart', [
  getChartContext,
  proposePlan,
  textEditor,
  renameFile,
  deleteFile,
  renderChart,
  validateChart,
  latestSubchartVersion,
  latestKubernetesVersion,
]);

/** Every tool. A new one is a file and a line above. */
export const allTools = [...chartTools] as const;
