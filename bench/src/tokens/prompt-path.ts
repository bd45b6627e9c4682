import { createProvider } from '../../../packages/core/src/index.ts';
import { type Conversation, toConversation } from './conversation.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import { toFinalPrompt, toInvestigationPrompt } from './investigation-prompt.ts';
import { kubectlCluesOf } from './kubectl-clues.ts';
import { type DataRequest, type KubectlLook, lookWithKubectl } from './kubectl-look.ts';
import { kubectlRounds } from './kubectl-strategy.ts';
import { openModelWire } from './model-wire.ts';

/** A round: the model's answer, and the kubectl output that it requested. */
interface Round {
  readonly answer: string;
  readonly looks: readonly KubectlLook[];
}

const maxRounds = 20;

/** Number of characters of each gathered part that the last prompt shows. */
const maxPart = 1_000;

/**
 * Finds the cause of a fault without tools, as dot-ai did before its PRD #136 (`src/tools/remediate.ts`): each round is a prompt
 * with all kinds of the cluster and all gathered data, its answer is JSON that requests kubectl commands, and a last prompt asks
 * for cause and plan. A fixed procedure takes the place of the model; rounds in which it requests nothing are skipped.
 */
export async function converseByPrompts({ name, scenario, kubectl }: FaultyCluster): Promise<Conversation> {
  const issue = scenario.question;
  const apiResources = await kubectl.run('api-resources');
  const clues = kubectlCluesOf(name);
  const rounds: Round[] = [];
  const looks = (): readonly KubectlLook[] => rounds.flatMap((round) => round.looks);
  const isInView = (): boolean => {
    const text = looks()
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
    const requests = isInView() ? [] : next(issue, looks());
    if (requests.length === 0) continue;
    const answer = toAnswer(requests);
    await send(nextPrompt(), answer);
    rounds.push({ answer, looks: await Promise.all(requests.map((request) => lookWithKubectl(kubectl, request))) });
  }
  await send(nextPrompt(), toAnswer([], scenario.cause));
  await send(toFinalPrompt(issue, excerptOf(rounds)), toAnalysis(scenario.cause));

  return toConversation(
    wire.bodies(),
    answers.map((text) => ({ text })),
    {
      calls: looks().length,
      failures: looks().filter(({ isError }) => isError).length,
      isSolved: isInView(),
    },
  );
}

function describeRounds(rounds: readonly Round[]): string {
  const steps = rounds.map(({ answer, looks }, index) => ({
    step: index + 1,
    analysis: answer,
    dataRequests: looks.map(({ request }) => request),
    gatheredData: gather(looks),
  }));
  return JSON.stringify(steps, null, 2);
}

function gather(looks: readonly KubectlLook[]) {
  const ids = looks.map((look, index) => [`request-${index}`, look] as const);
  const failed = ids.filter(([, { isError }]) => isError);
  return {
    successful: Object.fromEntries(
      ids
        .filter(([, { isError }]) => !isError)
        .map(([id, { request, output, command }]) => [id, { request, output, command }]),
    ),
    failed: Object.fromEntries(failed.map(([id, { output, command }]) => [id, { error: output, command }])),
    summary: { total: looks.length, successful: looks.length - failed.length, failed: failed.length },
  };
}

function excerptOf(rounds: readonly Round[]): string {
  const parts = rounds.map(({ answer, looks }, index) => ({
    iteration: index + 1,
    analysis: answer,
    dataGathered: Object.entries(gather(looks)).map(([source, data]) => ({
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
