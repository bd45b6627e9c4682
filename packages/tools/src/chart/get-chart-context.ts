import { defineTool, type ToolContext } from '@shipmate/core';
import type { ChartFiles } from '@shipmate/domain/tool-storage';
import { z } from 'zod';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { chartContextSchema, toChartContext } from './chart-context.ts';
import { describeChartContext } from './describe-chart-context.ts';

export const getChartContext = defineTool({
  name: 'getChartContext',
  description:
    'Shows the Helm chart workspace that this conversation is about: its charts, every file with its size and any change that ' +
    'waits for review, and the whole Chart.yaml and values.yaml as they would be once pending changes are accepted. Call it first, ' +
    'before you answer questions about the chart or edit it. It takes no input. Read other files with textEditor, command "view".',
  needsWorkspace: true,
  effect: 'read',
  input: () => z.object({}),
  output: () => z.object({ success: z.literal(true), workspace: chartContextSchema }),
  async execute(_input, { ports, ...context }: ToolContext<{ chartFiles: Pick<ChartFiles, 'getDetail'> }>) {
    const detail = await ports.chartFiles.getDetail(context.principal, workspaceIdOf(context));
    return { success: true as const, workspace: toChartContext(detail) };
  },
  toModel: ({ workspace }) => describeChartContext(workspace),
});
