import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { isSameRepository } from './is-same-repository.ts';
import type { SubchartVersionAnswer, SubchartVersionPort } from './subchart-version-port.ts';

export const latestSubchartVersion = defineTool({
  name: 'latestSubchartVersion',
  description:
    'Looks up the newest stable version of a published Helm chart on ArtifactHub, with the repository URL that Chart.yaml needs ' +
    'under dependencies. Use it whenever you add or update a subchart; never write a version from memory. chartName is the exact ' +
    'name of the chart alone ("redis", not "bitnami/redis"). Give repository (its name or URL) when one is asked for; otherwise ' +
    'official and verified publishers come first. Version "?" means that no chart has that name: the message suggests similar ' +
    'ones. The message also says when the answer is an old one because ArtifactHub cannot be reached.',
  effect: 'read',
  openWorld: true,
  route: 'versions/subchart',
  timeoutMs: 20_000,
  input: z.object({
    chartName: z.string().trim().min(1).max(200).describe('Exact chart name, for example "redis".'),
    repository: z.string().trim().min(1).max(500).optional().describe('Repository to prefer: its name or its URL.'),
  }),
  output: z.object({
    success: z.literal(true),
    /** `?` when the chart does not exist. */
    version: z.string(),
    name: z.string(),
    repository: z.string().optional(),
    repositoryUrl: z.string().optional(),
    source: z.enum(['live', 'cached', 'stale']),
    message: z.string().optional(),
  }),
  async execute({ chartName, repository }, { ports, signal }: ToolContext<{ subchartVersions: SubchartVersionPort }>) {
    const answer = await ports.subchartVersions.findLatest({ name: chartName, repository }, signal);
    const message = [describeMissing(chartName, answer), describeRepository(repository, answer), describeAge(answer)]
      .filter(Boolean)
      .join(' ');
    return {
      success: true as const,
      version: '?',
      name: chartName,
      ...answer.found,
      source: answer.freshness,
      ...(message ? { message } : {}),
    };
  },
});

function describeMissing(chartName: string, { found, similar }: SubchartVersionAnswer): string {
  if (found) return '';
  const names = similar.map(({ name, repository }) => `${name} (${repository})`).join(', ');
  return `No chart is called exactly "${chartName}".${names && ` Similar: ${names}.`}`;
}

function describeRepository(wanted: string | undefined, { found }: SubchartVersionAnswer): string {
  if (!found || wanted === undefined || isSameRepository(found, wanted)) return '';
  return `Repository "${wanted}" has no such chart; this is the one of "${found.repository}".`;
}

function describeAge({ freshness, asOf }: SubchartVersionAnswer): string {
  return freshness === 'stale' ? `ArtifactHub does not answer; this is its answer of ${asOf.toISOString()}.` : '';
}
