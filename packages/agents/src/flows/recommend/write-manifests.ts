import type { ToolExecutionContext } from '@shipmate/core';
import type { CheckedAnswers } from '@shipmate/domain/question';
import type { ChosenSolution, Solution, TriedObject } from '@shipmate/domain/recommendation';
import { fencePlainText, readManifests } from '@shipmate/tools/kubernetes';
import { z } from 'zod';
import { consultModel } from '../consult-model.ts';
import type { RecommendPorts } from './recommend-ports.ts';
import { tryManifests } from './try-manifests.ts';

const systemPrompt = `You write the Kubernetes manifests of the solution that the user chose.

- Read the kinds whose fields you are not sure of with get_resource_schema and this organization's conventions with search_patterns. Dry-run the manifests with kubectl_apply_dryrun before you answer.
- Use each answer of the user unchanged, and add nothing that the user did not ask for. Put namespaced objects into the namespace that the user named.
- Set requests and limits, probes and a security context where the kinds have them. Write no passwords or keys: refer to a Secret, and say in a comment who creates it.
- Answer with the manifests as one YAML text, one document per object, in the order of application.`;

/** Maximum number of attempts to write manifests that the cluster accepts. */
const maxAttempts = 3;

/** Input for {@link writeManifests}. */
interface ManifestOrder {
  readonly intent: string;
  readonly cluster: string | undefined;
  readonly solution: Solution;
  readonly answers: CheckedAnswers;
}

/** Lets the model write manifests until the cluster accepts all objects, in at most three attempts. */
export async function writeManifests(
  ports: RecommendPorts,
  order: ManifestOrder,
  context: Omit<ToolExecutionContext, 'toolCallId'>,
): Promise<ChosenSolution> {
  const { solution, answers, cluster } = order;
  const trial = { namespace: String(answers['namespace']), cluster, ...context };
  let chosen: ChosenSolution | undefined;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const manifests = await writeOnce(ports, { ...order, refused: chosen && refusedOf(chosen.tried) }, context);
    const tried = await tryManifests(ports, manifests, trial);
    chosen = { solutionId: solution.id, answers, manifests, tried };
    const refused = refusedOf(tried).length;
    context.report?.(`Attempt ${attempt}: the cluster refuses ${refused} of ${tried.length} objects.\n`);
    if (refused === 0) break;
  }
  return chosen as ChosenSolution;
}

function refusedOf(tried: readonly TriedObject[]): readonly TriedObject[] {
  return tried.filter(({ change }) => change === 'refused');
}

function textOf(tried: readonly TriedObject[]): string {
  return tried.map(({ text }) => text).join('\n');
}

async function writeOnce(
  ports: RecommendPorts,
  {
    intent,
    cluster,
    solution,
    answers,
    refused,
  }: ManifestOrder & { readonly refused: readonly TriedObject[] | undefined },
  context: Omit<ToolExecutionContext, 'toolCallId'>,
): Promise<string> {
  const { title, description, kinds, patterns } = solution;
  const question = [
    `Request: ${intent}`,
    `The solution: ${JSON.stringify({ title, description, kinds, patterns })}`,
    `Answers of the user: ${JSON.stringify(answers)}`,
    ...(cluster === undefined ? [] : [`Use context ${JSON.stringify(cluster)} in every call.`]),
    ...(refused
      ? [
          `The cluster refused what you wrote before. Fix this:\n${fencePlainText(textOf(refused), { source: 'object' })}`,
        ]
      : []),
  ];
  const { answer } = await consultModel(ports, {
    operation: 'recommend',
    systemPrompt,
    question: question.join('\n'),
    output: () => manifestsSchema,
    tools: ['get_resource_schema', 'search_patterns', 'kubectl_apply_dryrun'],
    maxIterations: 15,
    context,
  });
  return answer.manifests;
}

/**
 * Texts up to this length are parsed synchronously, which takes less than 20 ms. Longer ones are parsed when they are
 * dry-run.
 */
const maxLengthHere = 1_000;

const manifestsSchema = z.object({
  manifests: z
    .string()
    .min(1)
    .max(200_000)
    .superRefine((text, context) => {
      try {
        if (text.length <= maxLengthHere) readManifests(text);
      } catch (thrown) {
        context.addIssue({ code: 'custom', message: (thrown as Error).message });
      }
    }),
});
