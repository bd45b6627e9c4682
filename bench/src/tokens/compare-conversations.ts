import { listScenarios } from '../../../packages/kube-sim/src/index.ts';
import type { Conversation } from './conversation.ts';
import type { CustomKind } from './custom-kinds.ts';
import { startFaultyCluster } from './faulty-cluster.ts';
import { converseByPrompts } from './prompt-path.ts';
import { converseWithTools } from './tool-path.ts';
import { openWorkplace } from './workplace.ts';

/** How the cause of one fault was found on both paths. */
export interface Comparison {
  readonly scenario: string;
  readonly tools: Conversation;
  readonly prompts: Conversation;
}

/** Scenarios with one fault each; the demonstration has several. */
export async function listFaults(): Promise<readonly string[]> {
  return (await listScenarios()).filter((name) => name !== 'demo');
}

/** Has the causes of faults found on both paths, in the same clusters with the same kinds, one after another. */
export async function* compareConversations(
  scenarios: readonly string[],
  kinds: readonly CustomKind[],
): AsyncGenerator<Comparison> {
  await using workplace = await openWorkplace();
  for (const scenario of scenarios) {
    await using cluster = await startFaultyCluster(scenario, kinds);
    const tools = await converseWithTools(cluster, workplace);
    yield { scenario, tools, prompts: await converseByPrompts(cluster) };
  }
}
