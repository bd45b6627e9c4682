import { AppError, type ToolExecutionContext } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { Capability } from '@shipmate/domain/capability';
import type { Pattern } from '@shipmate/domain/pattern';
import { type ObjectKind, scoreSolution, type Solution } from '@shipmate/domain/recommendation';
import { toSearchTerms } from '@shipmate/domain/search';
import { apiVersionOf, type ApiResource, type ClusterReader, type TaskCaller } from '@shipmate/tools/kubernetes';
import { z } from 'zod';
import { consultModel } from '../consult-model.ts';
import type { RecommendPorts } from './recommend-ports.ts';

const systemPrompt = `You recommend ways to run a workload in the user's Kubernetes cluster.

- Search the kinds of this cluster with search_capabilities: query is the need in the user's words, phrasings are three or four ways to say it in Kubernetes terms (kinds, operators, features). Read the one or two kinds that matter with get_resource_schema, and this organization's conventions with search_patterns. Search again in other words before you say that a kind is missing.
- Answer with one to five solutions of different kinds, the best first. Prefer the kinds of an installed operator to the same built by hand, and patterns and policies to everything else.
- A solution names the kind and apiVersion of each of its objects, and the titles of the patterns that it follows.`;

/** A solution without questions. */
export type BareSolution = Omit<Solution, 'questions'>;

/**
 * Lets the model propose solutions and scores them by the capabilities of the cluster and the patterns of the
 * organization; sorted by score, highest first.
 */
export async function findSolutions(
  ports: RecommendPorts,
  { intent, cluster }: { readonly intent: string; readonly cluster: string | undefined },
  context: Omit<ToolExecutionContext, 'toolCallId'>,
): Promise<readonly BareSolution[]> {
  const { principal, signal } = context;
  const patterns = await ports.unitOfWork.stores.patterns.list(principal);
  const { answer } = await consultModel(ports, {
    operation: 'recommend',
    systemPrompt,
    question: `Request: ${intent}`,
    cluster,
    output: () => createSolutionsSchema(patterns),
    tools: ['search_capabilities', 'get_resource_schema', 'search_patterns'],
    maxIterations: 15,
    context,
  });
  const reader = await ports.kubernetes.reader({ context: cluster, principal });
  const { resources } = await reader.catalog(signal);
  const terms = toSearchTerms(intent);
  const scored = await Promise.all(
    answer.solutions.map(async ({ score: agentScore, ...solution }): Promise<BareSolution> => {
      const kinds = solution.kinds.map((kind) => ({ kind, resource: findServed(resources, kind) }));
      const served = await readCapabilities(
        kinds.flatMap(({ resource }) => resource ?? []),
        reader,
        { compute: ports.compute, principal, signal },
      );
      const followed = patterns.filter(({ title }) => solution.patterns.includes(title));
      const score = scoreSolution({
        terms,
        served,
        kinds: kinds.length,
        patterns: followed.flatMap(({ title, tags }) => [title, ...tags]),
      });
      const missing = kinds.flatMap(({ kind, resource }) => (resource ? [] : kind));
      const problems = missing.map(({ kind, apiVersion }) => `The cluster serves no ${kind} in ${apiVersion}.`);
      return { ...solution, id: newId(), agentScore, score, problems };
    }),
  );
  return scored.toSorted((left, right) => right.score.total - left.score.total);
}

function findServed(resources: readonly ApiResource[], { apiVersion, kind }: ObjectKind): ApiResource | undefined {
  return resources.find((resource) => resource.kind === kind && apiVersionOf(resource) === apiVersion);
}

/** Reads the capabilities of kinds. A kind whose schema is unreadable is described by its name alone. */
async function readCapabilities(
  kinds: readonly ApiResource[],
  reader: ClusterReader,
  { compute, ...caller }: TaskCaller,
): Promise<readonly Capability[]> {
  const read = await Promise.all(
    kinds.map(async (kind) => {
      const text = await reader.schemaText(apiVersionOf(kind), caller.signal).catch(ignoreAbsence);
      return compute.run('deriveCapabilities', [[kind], new Map([[kind.version, text]])], caller);
    }),
  );
  return read.flatMap(({ capabilities }) => capabilities);
}

function ignoreAbsence(thrown: unknown): undefined {
  if (AppError.isInstance(thrown) && (thrown.code === 'NOT_FOUND' || thrown.code === 'EXTERNAL_API_ERROR')) return;
  throw thrown;
}

function createSolutionsSchema(patterns: readonly Pick<Pattern, 'title'>[]) {
  const titles = new Set(patterns.map(({ title }) => title));
  const text = (max: number) => z.string().trim().min(1).max(max);
  return z.object({
    solutions: z
      .array(
        z.object({
          title: text(200),
          description: text(2_000).describe('What it consists of, what speaks for it and what against.'),
          kinds: z
            .array(z.object({ apiVersion: text(253), kind: text(63) }))
            .min(1)
            .max(15),
          patterns: z
            .array(text(200).refine((title) => titles.has(title), 'there is no pattern of this title'))
            .max(10)
            .default([]),
          score: z.number().int().min(0).max(100).describe('How well it gives the person what they want.'),
        }),
      )
      .min(1)
      .max(5),
  });
}
