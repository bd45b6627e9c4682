import { AppError } from '@shipmate/core';
import type { ProposalView } from '@shipmate/protocol/web/proposals';
import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { clusterOption, modelOption } from '../conversation/question-options.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { askQuestions, parseAnswers } from '../proposal/ask-questions.ts';
import { confirmProposal } from '../proposal/confirm-proposal.ts';
import { followStep, type ProposalContext, readProposal, startProposal } from '../proposal/start-proposal.ts';

type Solution = NonNullable<ProposalView['recommendation']>['solutions'][number];

/** `shipmate recommend`: finds solutions for an intent, and generates the manifests of the chosen one. */
export const recommend = defineCommand({
  arguments: { intent: { description: 'What you want to deploy, in your words.', sentence: true } },
  options: {
    proposal: {
      type: 'string',
      placeholder: '<id>',
      description: 'Continue a recommendation instead of starting one.',
    },
    solution: { type: 'string', placeholder: '<id>', description: 'Choose a solution without asking.' },
    answers: {
      type: 'string',
      placeholder: '<json>',
      description: 'Answers to the questions of the solution, by their names.',
    },
    context: clusterOption,
    model: modelOption,
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [
    ['recommend "a PostgreSQL database for the shop"', 'Compare solutions, choose one, and apply it'],
    [
      'recommend --proposal 01a2… --solution s1 --answers \'{"size": "10Gi"}\' > manifests.yaml',
      'Continue in a script',
    ],
  ],
  notes:
    'The manifests are the result. They are applied only after you confirm them; a token without the scope decide_approvals prints the link to the page.\n' +
    connectionNotes,
  run: ({ intent, proposal: id, solution, answers, context: cluster, model, json = false, ...options }, context) =>
    withConnection(options, context, async (connection): Promise<ExitCode> => {
      using interrupt = listenForInterrupt();
      const { terminal } = context;
      const given = parseAnswers(answers);
      const steps: ProposalContext = { connection, terminal, signal: interrupt.signal, isJson: json };
      const found = await openProposal({ id, intent, cluster, model }, steps);
      const { solutions = [] } = found?.recommendation ?? {};
      if (!found || solutions.length === 0) return exitCodes.failure;
      if (!json) solutions.forEach((each) => printSolution(each, steps));
      terminal.warn(`Proposal ${found.id}`, 'dim');
      const chosen = await chooseSolution(solutions, solution, steps);
      if (!chosen) {
        if (json) printJson(terminal, found);
        return exitCodes.success;
      }
      const signal = interrupt.signal;
      const body = {
        solution: chosen.id,
        answers: await askQuestions(chosen.questions, { given, terminal, signal }),
        model,
      };
      const { exitCode } = await followStep(`/api/proposals/${found.id}/choice`, body, steps);
      const ready = await readProposal(found.id, steps);
      const manifests = showManifests(ready, steps);
      if (manifests === undefined) return exitCode === exitCodes.success ? exitCodes.failure : exitCode;
      if (!terminal.isInteractive) {
        terminal.warn('Nothing was applied.');
        return exitCodes.success;
      }
      return await confirmProposal(
        { proposalId: found.id, seen: { manifests, model }, question: 'Apply these manifests?' },
        steps,
      );
    }),
});

interface WantedProposal {
  readonly id: string | undefined;
  readonly intent: string | undefined;
  readonly cluster: string | undefined;
  readonly model: string | undefined;
}

/** Reads the proposal of an id, or starts one for an intent. */
async function openProposal({ id, intent, cluster, model }: WantedProposal, steps: ProposalContext) {
  if ((intent === undefined) === (id === undefined)) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'Name either what you want, or --proposal <id>.' });
  }
  if (id !== undefined) return readProposal(id, steps);
  return startProposal({ flow: 'recommend', intent: intent ?? '', context: cluster, model }, steps);
}

type ReadyProposal = Awaited<ReturnType<typeof readProposal>>;

/** Prints the manifests of the chosen solution and what their dry run changed; returns the manifests. */
function showManifests(ready: ReadyProposal, { terminal, isJson }: ProposalContext): string | undefined {
  const { manifests, tried = [] } = ready.recommendation?.chosen ?? {};
  if (isJson) printJson(terminal, ready);
  if (manifests === undefined) return undefined;
  if (!isJson) terminal.print(manifests.trimEnd());
  for (const { object, change } of tried) terminal.warn(`${object}: ${change}`);
  return manifests;
}

function printSolution(
  { id, title, description, kinds, score, problems }: Solution,
  { terminal }: Pick<ProposalContext, 'terminal'>,
): void {
  terminal.warn(`\n${id}. ${title} (score ${Math.round(score.total)})`, 'bold');
  terminal.warn(description);
  terminal.warn(kinds.map(({ kind }) => kind).join(', '), 'dim');
  for (const problem of problems) terminal.warn(`! ${problem}`, 'yellow');
}

async function chooseSolution(
  solutions: readonly Solution[],
  wanted: string | undefined,
  { terminal, signal }: ProposalContext,
): Promise<Solution | undefined> {
  if (wanted === undefined && !terminal.isInteractive) return undefined;
  for (;;) {
    const ids = solutions.map(({ id }) => id).join(', ');
    const typed =
      wanted ?? (await terminal.ask(`\nChoose a solution (${ids}; an empty line ends): `, signal))?.trim() ?? '';
    const chosen = solutions.find(({ id }) => id === typed);
    if (chosen || typed === '') return chosen;
    const message = `Solution "${typed}" not found. Use one of ${ids}.`;
    if (wanted !== undefined) throw new AppError({ code: 'VALIDATION_ERROR', message });
    terminal.warn(message, 'yellow');
  }
}
