import { toUnifiedDiff } from '@shipmate/domain/text';
import type { Issue } from './issue.ts';
import type { Isolation } from '../process/isolation/isolator.ts';
import type { RenderedChart } from './sort-manifests.ts';

/** One template's output before and after a change; null when it renders nothing. */
interface ManifestPair {
  readonly template: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A chart's rendered manifests before and after a change. */
export interface RenderedPair {
  /** True if the chart renders after the change. */
  readonly succeeded: boolean;
  /** All templates, including those with the same output. */
  readonly manifests: readonly ManifestPair[];
  readonly issues: readonly Issue[];
  /** The program that isolated helm; absent when helm did not run. */
  readonly isolation?: Isolation | undefined;
}

const notRenderedBefore: Issue = {
  severity: 'info',
  source: 'template',
  check: 'not-rendered-before',
  message: 'Without the pending changes the chart cannot be rendered, so everything counts as new.',
};

/** Pairs each template's output before and after. A chart that did not render before counts as empty. */
export function pairManifests(before: RenderedChart, after: RenderedChart): RenderedPair {
  const templates = [...new Set([...before.manifests.keys(), ...after.manifests.keys()])].sort();
  return {
    succeeded: after.succeeded,
    manifests: templates.map((template) => ({
      template,
      before: before.manifests.get(template) ?? null,
      after: after.manifests.get(template) ?? null,
    })),
    isolation: after.isolation,
    issues: before.succeeded ? after.issues : [notRenderedBefore, ...after.issues],
  };
}

/** Returns the unified diff of each template whose output differs. */
export function compareManifests(before: RenderedChart, after: RenderedChart): RenderedChart {
  const { succeeded, manifests, issues, isolation } = pairManifests(before, after);
  const differences = manifests
    .filter((pair) => pair.before !== pair.after)
    .map((pair) => [pair.template, toUnifiedDiff(pair.before ?? '', pair.after ?? '')] as const);
  return { succeeded, manifests: new Map(differences), issues, isolation };
}
