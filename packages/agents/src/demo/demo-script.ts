import { textOf, unfenceText, type Message, type ModelRequest, type ToolResultPart } from '@shipmate/core';
import type { DemoScript, DemoTurn } from '@shipmate/providers';
import type { ContextType } from '@shipmate/domain/conversation';
import { profiles } from '../profiles/profiles.ts';
import { answerBuildPlatform, answerImpact, answerQuery } from './answer-flow.ts';
import { answerWithoutTools } from './answer-without-tools.ts';
import { answerChat } from './answer-chat.ts';
import { answerCluster } from './cluster/answer-cluster.ts';
import { planRepair } from './cluster/plan-repair.ts';
import type { DemoSteps } from './demo-steps.ts';
import { answerDiagram } from './diagram/answer-diagram.ts';
import { answerRecommend } from './recommend/answer-recommend.ts';
import { answerRepository } from './repository/answer-repository.ts';
import { replaySteps } from './replay-steps.ts';
import { readFixErrors } from '../prompts/fix-request.ts';
import { demoSummary, demoTitle } from './describe-demo.ts';
import { demoLabel } from './demo-label.ts';
import { errorText } from './take-step.ts';
import { answerTables } from './tables/answer-tables.ts';
import { answerWorkflow } from './workflow/answer-workflow.ts';

/**
 * The demo model: deterministic answers to a small set of requests, with calls of the real tools. It finds the current
 * step by replaying the results in the request, so that any process can take over.
 */
export const demoScript: DemoScript = (request) => {
  const { question, results, broken } = readHistory(request.messages);
  if (request.operation === 'conversation_title') return { text: demoTitle(question) };
  if (request.operation === 'chart_summary') return { text: demoSummary(question) };
  const agent = agentOf(request);
  if (agent !== undefined) return { text: answerWithoutTools(agent, question, request.system ?? '') };
  const started = results.find(({ name }) => startedTools.has(name));
  if (started !== undefined) return { text: describeStarted(started) };
  const turn = nextTurn(request, replaySteps(stepsFor(request, question), results));
  return broken === undefined ? turn : { text: [admitBroken(broken), turn.text ?? ''].join('\n\n') };
};

/** Tools that a page or a command calls before the model answers. The script calls none of them. */
const startedTools: ReadonlySet<string> = new Set([
  'recommend',
  'export_recommendation',
  'build-platform',
  'run_operation',
  'remediate',
  'query',
  'impact',
]);

function describeStarted(result: ToolResultPart): string {
  const outcome = result.isError
    ? `"${result.name}" failed: ${errorText(result)}`
    : `The result of "${result.name}" is complete; the demo model adds nothing to it.`;
  return [outcome, demoLabel].join('\n\n');
}

function stepsFor(request: ModelRequest, question: string): DemoSteps<string> {
  const { operation, tools, system } = request;
  if (operation === 'remediate') return planRepair(question);
  if (operation === 'query') return answerQuery(question);
  if (operation === 'impact') return answerImpact();
  if (operation === 'build-platform') return answerBuildPlatform(question);
  if (operation === 'recommend') return answerRecommend(request, question);
  const offers = (tool: string) => tools?.some(({ name }) => name === tool) ?? false;
  if (offers('textEditor')) return answerChat(question, system);
  if (offers('gitCommit')) return answerRepository(question);
  if (offers('createDiagram')) return answerDiagram(question, system ?? '');
  if (offers('query_entity_rows')) return answerTables(question);
  if (offers('preview_workflow')) return answerWorkflow(question, system ?? '');
  return offers('kubectl_get') ? answerCluster(question) : answerChat(question, system);
}

/** Returns the agent of a request without tools that only a script of its own can answer; undefined for any other. */
function agentOf({ system = '', tools = [] }: ModelRequest): ContextType | undefined {
  if (tools.length > 0) return undefined;
  const [role] = system.split('\n', 1);
  const profile = profiles.find((each) => each.instructions({}).split('\n', 1)[0] === role);
  return profile?.contextType === 'chart' ? undefined : profile?.contextType;
}

function admitBroken(errors: string): string {
  return `My edits broke the chart, and the demo model cannot fix it. These errors remain:\n\n\`\`\`text\n${unfenceText(errors).trim()}\n\`\`\``;
}

function nextTurn(request: ModelRequest, progress: ReturnType<typeof replaySteps<string>>): DemoTurn {
  if ('result' in progress) return { text: progress.result };
  const { say, call } = progress.next;
  if (request.toolChoice === 'none') {
    return { text: `The demo model stops here: it was given no more turns, and ${call.name} was next.` };
  }
  if (!request.tools?.some(({ name }) => name === call.name)) {
    return { text: `The demo model needs the tool ${call.name}, and this conversation does not have it.` };
  }
  return { ...(say === undefined ? {} : { text: say }), toolCalls: [call] };
}

/** Reads the person's last question, every tool result since, and the errors of a later request to fix the chart. */
function readHistory(messages: readonly Message[]): {
  readonly question: string;
  readonly results: readonly ToolResultPart[];
  readonly broken: string | undefined;
} {
  const asked = messages.findLastIndex(
    (message) => message.role === 'user' && readFixErrors(textOf(message)) === undefined,
  );
  const question = messages[asked];
  const lastRequest = messages.findLast(({ role }) => role === 'user');
  return {
    broken: lastRequest && readFixErrors(textOf(lastRequest)),
    question: question ? textOf(question) : '',
    results: messages.slice(asked + 1).flatMap((message) => (message.role === 'tool' ? message.content : [])),
  };
}
