import { listScenarios } from '../../../packages/kube-sim/src/index.ts';
import type { ConversationOptions, ConversationTokens } from './conversation-tokens.ts';
import type { CustomKind } from './custom-kinds.ts';
import { startFaultyCluster } from './faulty-cluster.ts';
import { converseByPrompts } from './prompt-path.ts';
import { converseWithTools } from './tool-path.ts';
import { openWorkplace } from './workplace.ts';

/** The conversations of both paths that find the cause of one fault. */
export interface Comparison {
  readonly scenario: string;
  readonly tools: ConversationTokens;
  readonly prompts: ConversationTokens;
}

/** Lists the scenarios with one fault each; the demo scenario has several. */
export async function listFaults(): Promise<readonly string[]> {
  return (await listScenarios()).filter((name) => name !== 'demo');
}

/** Finds the causes of faults on both paths, in the same clusters with the same kinds, one scenario after another. */
export async function* compareConversations(
  scenarios: readonly string[],
  kinds: readonly CustomKind[],
  options: ConversationOptions = {},
): AsyncGenerator<Comparison> {
  await using workplace = await openWorkplace();
  for (const scenario of scenarios) {
    await using cluster = await startFaultyCluster(scenario, kinds);
    const tools = await converseWithTools(cluster, workplace, options);
    yield { scenario, tools, prompts: await converseByPrompts(cluster, options) };
  }
}
