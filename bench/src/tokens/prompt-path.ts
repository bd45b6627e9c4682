import { createProvider } from '../../../packages/core/src/index.ts';
import { type ConversationOptions, type ConversationTokens, toConversationTokens } from './conversation-tokens.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import { toFinalPrompt, toInvestigationPrompt } from './investigation-prompt.ts';
import { kubectlCluesOf } from './kubectl-clues.ts';
import { type DataRequest, type KubectlOutput, runKubectlRequest } from './kubectl-output.ts';
import { kubectlRounds } from './kubectl-strategy.ts';
import { runDryRun, toDryRuns } from './dry-runs.ts';
import { openModelWire } from './model-wire.ts';

/** A round: the model's answer, and the kubectl output that it requested. */
interface Round {
  readonly answer: string;
  readonly outputs: readonly KubectlOutput[];
}

const maxRounds = 20;

/** Number of characters of each gathered part that the last prompt shows. */
const maxPart = 1_000;

/**
 * Finds the cause of a fault without tools, as dot-ai did before its PRD #136 (`src/tools/remediate.ts`): each round is a prompt
 * with all kinds of the cluster and all gathered data, its answer is JSON that requests kubectl commands, and a last prompt asks
 * for cause and plan. A fixed procedure takes the place of the model; rounds in which it requests nothing are skipped.
 */
export async function converseByPrompts(
  cluster: FaultyCluster,
  { hasKinds = true, triesFix = false, counters = new Map() }: ConversationOptions,
): Promise<ConversationTokens> {
  const began = performance.now();
  const { name, scenario, kubectl } = cluster;
  const issue = scenario.question;
  const apiResources = hasKinds ? await kubectl.run('api-resources') : 'Request them with kubectl api-resources.';
  const clues = kubectlCluesOf(name);
  const rounds: Round[] = [];
  const outputs = (): readonly KubectlOutput[] => rounds.flatMap((round) => round.outputs);
  const isInView = (): boolean => {
    const text = outputs()
      .map(({ output }) => output)
      .join('\n');
    return clues.every((clue) => clue.test(text));
  };

  await using wire = await openModelWire();
  const provider = createProvider(wire.model);
  const answers: string[] = [];
  async function send(prompt: string, answer: string): Promise<void> {
    answers.push(answer);
    wire.script({ text: answer });
    await provider.sendMessage(prompt);
  }
  const nextPrompt = (): string =>
    toInvestigationPrompt({
      issue,
      round: rounds.length + 1,
      maxRounds,
      apiResources,
      earlier: describeRounds(rounds),
    });

  for (const next of kubectlRounds) {
    const requests = isInView() ? [] : next(issue, outputs());
    if (requests.length === 0) continue;
    const answer = toAnswer(requests);
    await send(nextPrompt(), answer);
    rounds.push({ answer, outputs: await Promise.all(requests.map((request) => runKubectlRequest(kubectl, request))) });
  }
  const dryRuns = triesFix ? toDryRuns(scenario, cluster) : [];
  if (dryRuns.length > 0) {
    const answer = toAnswer(dryRuns.map(({ request }) => request));
    await send(nextPrompt(), answer);
    rounds.push({ answer, outputs: await Promise.all(dryRuns.map((each) => runDryRun(cluster, each))) });
  }
  await send(nextPrompt(), toAnswer([], scenario.cause));
  await send(toFinalPrompt(issue, excerptOf(rounds)), toAnalysis(scenario.cause));

  return toConversationTokens(wire, counters, {
    answers: answers.map((text) => ({ text })),
    calls: outputs().length,
    failures: outputs().filter(({ isError }) => isError).length,
    isSolved: isInView(),
    millis: performance.now() - began,
  });
}

function describeRounds(rounds: readonly Round[]): string {
  const steps = rounds.map(({ answer, outputs }, index) => ({
    step: index + 1,
    analysis: answer,
    dataRequests: outputs.map(({ request }) => request),
    gatheredData: gather(outputs),
  }));
  return JSON.stringify(steps, null, 2);
}

function gather(outputs: readonly KubectlOutput[]) {
  const ids = outputs.map((output, index) => [`request-${index}`, output] as const);
  const failed = ids.filter(([, { isError }]) => isError);
  return {
    successful: Object.fromEntries(
      ids
        .filter(([, { isError }]) => !isError)
        .map(([id, { request, output, command }]) => [id, { request, output, command }]),
    ),
    failed: Object.fromEntries(failed.map(([id, { output, command }]) => [id, { error: output, command }])),
    summary: { total: outputs.length, successful: outputs.length - failed.length, failed: failed.length },
  };
}

function excerptOf(rounds: readonly Round[]): string {
  const parts = rounds.map(({ answer, outputs }, index) => ({
    iteration: index + 1,
    analysis: answer,
    dataGathered: Object.entries(gather(outputs)).map(([source, data]) => ({
      source,
      data: JSON.stringify(data).slice(0, maxPart),
    })),
  }));
  return JSON.stringify(parts, null, 2);
}

function toAnswer(dataRequests: readonly DataRequest[], cause?: string): string {
  return JSON.stringify({
    analysis: cause ?? 'The cause is not in view yet.',
    dataRequests,
    investigationComplete: cause !== undefined,
    confidence: cause === undefined ? 0.3 : 0.9,
    reasoning: cause === undefined ? 'More has to be looked at.' : 'The evidence shows it.',
    needsMoreSpecificInfo: false,
  });
}

/** Returns the finding without actions, as on the other path. */
function toAnalysis(rootCause: string): string {
  return JSON.stringify({
    issueStatus: 'active',
    rootCause,
    confidence: 0.9,
    factors: [],
    remediation: { summary: rootCause, actions: [], risk: 'low' },
    validationIntent: 'Nothing of it shows any more.',
  });
}
