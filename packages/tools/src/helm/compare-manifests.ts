import { toUnifiedDiff } from '@shipmate/domain';
import type { RenderedChart } from './render-workspace-chart.ts';

/** The unified diff of what each template renders, of those that differ. A chart that could not be rendered counts as empty. */
export function compareManifests(before: RenderedChart, after: RenderedChart): RenderedChart {
  const templates = [...new Set([...before.manifests.keys(), ...after.manifests.keys()])].sort();
  const differences = templates.flatMap((template): readonly (readonly [string, string])[] => {
    const [old = '', now = ''] = [before.manifests.get(template), after.manifests.get(template)];
    return old === now ? [] : [[template, toUnifiedDiff(old, now)]];
  });
  const unrendered = {
    severity: 'info',
    source: 'template',
    check: 'not-rendered-before',
    message: 'Without the pending changes the chart cannot be rendered, so everything counts as new.',
  } as const;
  return {
    succeeded: after.succeeded,
    manifests: new Map(differences),
    issues: before.succeeded ? after.issues : [unrendered, ...after.issues],
  };
}
