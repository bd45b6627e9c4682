import { AppError, defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { describeIssues } from '../helm/check/describe-validation.ts';
import { issueSchema } from '../helm/issue.ts';
import { isolations } from '../process/isolation/isolator.ts';
import type { HelmToolPorts } from './helm-tool-ports.ts';
import { renderChartState } from './render-chart-state.ts';
import { workspacePathSchema } from './workspace-path-schema.ts';

/** In characters, over all templates: the limit of the answer, and of a model's view of it. */
const maxCharacters = { answer: 200_000, model: 15_000 };

const manifestSchema = z.object({
  /** Path of the template. */
  template: z.string(),
  /** The rendered manifest; with `compare`, its unified diff. */
  content: z.string(),
  /** The number of characters omitted at the end. */
  omittedCharacters: z.number().int(),
});

type Manifest = z.infer<typeof manifestSchema>;

export const renderChart = defineTool({
  name: 'renderChart',
  description:
    'Renders a Helm chart of the workspace with helm template, pending changes counted in, and shows the Kubernetes manifests by ' +
    'template. With compare: true it shows how the manifests differ before and after the pending changes instead: use that to see ' +
    'what your edits really change. Give valuesFile to render with one over values.yaml, template to see only what one template ' +
    'renders (do so when the answer was cut), and chart when the workspace has several. When the chart cannot be rendered, ' +
    'succeeded is false and issues say where and why.',
  needsWorkspace: true,
  effect: 'read',
  openWorld: true,
  idempotent: true,
  timeoutMs: 60_000,
  input: () =>
    z.object({
      chart: z.string().max(500).optional().describe('Folder of the chart; needed when there are several.'),
      valuesFile: workspacePathSchema.optional().describe('Path of a values file, for example "values-prod.yaml".'),
      template: workspacePathSchema.optional().describe('Path of the one template to show.'),
      compare: z.boolean().default(false).describe('Show the difference that pending changes make.'),
    }),
  output: () =>
    z.object({
      succeeded: z.boolean(),
      compared: z.boolean(),
      manifests: z.array(manifestSchema),
      issues: z.array(issueSchema),
      /** The program that isolated helm; absent when helm did not run. */
      isolation: z.enum(isolations).optional(),
    }),
  async execute({ chart, valuesFile, template, compare }, { ports, ...context }: ToolContext<HelmToolPorts>) {
    const { principal, signal } = context;
    const { files } = await ports.chartFiles.getDetail(principal, workspaceIdOf(context));
    const rendering = { files, chart, valuesFile, principal, signal };

    const after = await renderChartState(rendering, 'pending', ports);
    if (template !== undefined && after.succeeded && !compare && !after.manifests.has(template)) {
      const others = [...after.manifests.keys()].join(', ') || 'none';
      throw new AppError({ code: 'NOT_FOUND', message: `${template} renders nothing. These templates do: ${others}.` });
    }
    const shown =
      compare && after.succeeded
        ? await ports.compute.run(
            'compareManifests',
            [await renderChartState(rendering, 'accepted', ports), after],
            context,
          )
        : after;
    const wanted = [...shown.manifests].filter(([path]) => template === undefined || path === template);
    return {
      succeeded: after.succeeded,
      compared: compare,
      manifests: bound(wanted.map(toManifest), maxCharacters.answer),
      issues: [...shown.issues],
      ...(shown.isolation !== undefined && { isolation: shown.isolation }),
    };
  },
  toModel({ succeeded, compared, manifests, issues }) {
    const heading = succeeded
      ? compared
        ? `What the pending changes make of the manifests: ${manifests.length === 0 ? 'no difference.' : `${manifests.length} differ.`}`
        : `Rendered ${manifests.length} templates.`
      : 'The chart cannot be rendered.';
    return [
      heading,
      ...(issues.length === 0 ? [] : [describeIssues(issues)]),
      ...bound(manifests, maxCharacters.model).map(({ template, content, omittedCharacters }) => {
        const cut =
          omittedCharacters > 0 ? `\n… cut: ${omittedCharacters} more characters; ask for this template alone` : '';
        return fenceText(content, { source: 'manifest', name: template }) + cut;
      }),
    ].join('\n\n');
  },
});

function toManifest([template, content]: readonly [string, string]): Manifest {
  return { template, content, omittedCharacters: 0 };
}

/** Truncates the manifests to a total length. */
function bound(manifests: readonly Manifest[], max: number): Manifest[] {
  let left = max;
  return manifests.map(({ template, content, omittedCharacters }) => {
    const kept = content.slice(0, left);
    left -= kept.length;
    return { template, content: kept, omittedCharacters: omittedCharacters + content.length - kept.length };
  });
}
