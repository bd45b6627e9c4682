import { AppError } from '@shipmate/core';
import { proposalSchema } from '@shipmate/protocol/web/proposals';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { modelOption } from '../conversation/question-options.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { askQuestions, parseAnswers } from '../proposal/ask-questions.ts';
import { confirmProposal } from '../proposal/confirm-proposal.ts';
import { type ProposalContext, readProposal, startProposal } from '../proposal/start-proposal.ts';

/** `shipmate build-platform`: finds an operation of the platform's programs, and runs it once it is confirmed. */
export const buildPlatform = defineCommand({
  arguments: { intent: { description: 'What you want to build or set up, in your words.', sentence: true } },
  options: {
    proposal: { type: 'string', placeholder: '<id>', description: 'Continue a proposal instead of starting one.' },
    answers: {
      type: 'string',
      placeholder: '<json>',
      description: 'Answers to the questions of the operation, by their names.',
    },
    model: modelOption,
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['build-platform "a cluster for the data team"', 'Find the operation, answer its questions, and run it']],
  notes:
    'The programs come from PLATFORM_COMMANDS, PLATFORM_CATALOG and PLATFORM_NU_SCRIPTS of the installation. The exact command is shown before it runs.\n' +
    connectionNotes,
  run: ({ intent, proposal: id, answers, model, json = false, ...options }, context) =>
    withConnection(options, context, async (connection): Promise<ExitCode> => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const { terminal } = context;
      const given = parseAnswers(answers);
      const steps: ProposalContext = { connection, terminal, signal, isJson: json };
      if ((intent === undefined) === (id === undefined)) {
        throw new AppError({ code: 'VALIDATION_ERROR', message: 'Name either what you want, or --proposal <id>.' });
      }
      const request = { flow: 'build-platform', intent: intent ?? '', model } as const;
      const found = id === undefined ? await startProposal(request, steps) : await readProposal(id, steps);
      if (!found?.operation) return exitCodes.failure;
      const { tool, operation, why, questions } = found.operation;
      terminal.warn(`\n${tool}: ${operation}`, 'bold');
      terminal.warn(why);
      terminal.warn(`Proposal ${found.id}`, 'dim');
      const isOpen = found.status === 'asking';
      const ready = isOpen
        ? await requestJson(connection.web, {
            path: `/api/proposals/${found.id}/answers`,
            body: { answers: await askQuestions(questions, { given, terminal, signal }) },
            response: proposalSchema,
            signal,
          })
        : found;
      const command = ready.operation?.command ?? null;
      if (command === null) return exitCodes.failure;
      if (json) printJson(terminal, ready);
      else terminal.print(command.map(quote).join(' '));
      const exitCode = await confirmProposal(
        { proposalId: found.id, seen: { command, model }, question: 'Run exactly this command?' },
        steps,
      );
      const { operation: done } = await readProposal(found.id, steps);
      if (done?.result) terminal.warn(done.result.summary);
      return exitCode;
    }),
});

/** Quotes a word for reading; the command runs without a shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
