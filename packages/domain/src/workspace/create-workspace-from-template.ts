import { newId } from '../identifier/id.ts';
import type { WorkspaceOrigin } from './workspace.ts';
import type { NewWorkspace } from './workspace-store.ts';
import type { ChartTemplate } from '../chart/chart-template.ts';
import { sampleTemplate } from '../chart/sample/sample-template.ts';
import { starterTemplate } from '../chart/starter/starter-template.ts';
import { toChartName } from '../chart/to-chart-name.ts';

/**
 * Templates for a new chart: `starter` is a small one to build on, `sample` a web shop to try things with.
 */
export type ChartTemplateName = 'starter' | 'sample';

const templates: Record<ChartTemplateName, { readonly files: ChartTemplate; readonly createdType: WorkspaceOrigin }> = {
  starter: { files: starterTemplate, createdType: 'prompt' },
  sample: { files: sampleTemplate, createdType: 'sample' },
};

/**
 * Creates a workspace with one chart from a template, in its top folder. The chart is named after the
 * workspace.
 */
export function createWorkspaceFromTemplate(templateName: ChartTemplateName, name: string): NewWorkspace {
  const { files, createdType } = templates[templateName];
  const chart = { id: newId(), name: toChartName(name), root: '' };
  return {
    id: newId(),
    name,
    createdType,
    charts: [chart],
    files: Object.entries(files).map(([path, content]) => ({
      id: newId(),
      chartId: chart.id,
      path,
      content: content.replaceAll('<CHARTNAME>', chart.name),
      pending: null,
    })),
  };
}
