import { AppError } from '@shipmate/core';
import { contextTypes } from '@shipmate/domain/conversation';
import { readWorkspace } from '../charts/read-workspace.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import type { Connection } from '../connection/connection.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { type AgentQuestion, askAgent, openAnswer } from '../conversation/ask-agent.ts';
import { findNewestConversation, showConversation } from '../conversation/find-conversation.ts';
import { followAnswer, type FollowedAnswer } from '../conversation/follow-answer.ts';
import { modelOption, workspaceOption } from '../conversation/question-options.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonLinesOption } from '../print-json.ts';

/** The value of `--resume` for the newest conversation. */
const newest = 'newest';

/** `shipmate chat`: a conversation with an agent in the terminal. */
export const chat = defineCommand({
  arguments: {
    question: {
      description: 'The first question. Without it, and without a terminal, standard input is the question.',
      sentence: true,
    },
  },
  options: {
    context: {
      type: 'string',
      placeholder: '<type>',
      choices: contextTypes,
      description: `The agent: ${contextTypes.join(', ')}. Default: chart with a workspace, else plain.`,
    },
    workspace: workspaceOption,
    model: modelOption,
    resume: {
      type: 'string',
      placeholder: '<id>',
      description: `Continue a conversation; "${newest}" for the newest one.`,
    },
    json: jsonLinesOption,
    ...connectionOptions,
  },
  examples: [
    ['chat --context cluster', 'Talk to the cluster agent'],
    ['chat --workspace 01a2… "Set 3 replicas"', 'Edit a chart'],
    ['chat --resume newest', 'Continue the newest conversation'],
    ['chat --context cluster < question.txt', 'Ask one question from a file, and print the answer'],
  ],
  notes:
    'Ctrl-C stops the answer, and at the prompt leaves. With a question as argument or from standard input, the command exits after the answer\n' +
    `unless a person is at the terminal.\n${connectionNotes}`,
  run: async ({ question, context, workspace, model, resume, json = false, ...options }, commandContext) => {
    const { terminal } = commandContext;
    const isDialogue = terminal.isInteractive && terminal.isResultShown && !json;
    const first = question ?? (isDialogue ? undefined : (await terminal.readInput()).trim());
    if (first === '') {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'The question is missing. Add it as an argument, or pipe it in.',
      });
    }
    return withConnection(options, commandContext, async (connection) => {
      const asked = { contextType: context, workspaceId: workspace, model };
      const dialogue = createDialogue({ connection, isJson: json, asked }, commandContext);
      if (resume !== undefined) {
        await dialogue.resume(resume === newest ? await findNewestConversation(connection) : resume);
      }
      if (first !== undefined) {
        const exitCode = await dialogue.ask(first);
        if (!isDialogue) return exitCode;
      }
      return dialogue.run();
    });
  },
});

interface DialogueOptions {
  readonly connection: Connection;
  readonly isJson: boolean;
  readonly asked: Omit<AgentQuestion, 'message' | 'conversationId'>;
}

function createDialogue({ connection, isJson, asked }: DialogueOptions, { terminal }: CommandContext) {
  let conversationId: string | undefined;
  let isEnded = false;

  async function follow(open: () => Promise<Response | undefined>): Promise<FollowedAnswer | undefined> {
    using interrupt = listenForInterrupt();
    try {
      const response = await open();
      if (!response) return undefined;
      const answer = await followAnswer(response, { connection, terminal, isJson, signal: interrupt.signal });
      conversationId = answer.conversationId ?? conversationId;
      return answer;
    } finally {
      isEnded = interrupt.isFinal;
    }
  }

  async function ask(message: string): Promise<ExitCode> {
    const isNew = conversationId === undefined;
    const { workspaceId } = asked;
    const answer = await follow(() => askAgent(connection, { ...asked, message, conversationId }));
    if (isNew && !isJson && !terminal.isInteractive) terminal.warn(`Conversation ${conversationId}`);
    if (workspaceId !== undefined && !isJson) await mentionPending(workspaceId);
    return answer?.exitCode ?? exitCodes.failure;
  }

  async function mentionPending(workspaceId: string): Promise<void> {
    const { pendingCount } = (await readWorkspace(connection, workspaceId)).workspace;
    if (pendingCount === 0) return;
    const files = pendingCount === 1 ? '1 file has a pending change' : `${pendingCount} files have pending changes`;
    terminal.warn(`${files}: shipmate charts diff ${workspaceId}, then charts accept`, 'dim');
  }

  async function readQuestion(): Promise<string | undefined> {
    if (isEnded) return undefined;
    using interrupt = listenForInterrupt();
    const question = await terminal.ask('> ', interrupt.signal);
    isEnded = interrupt.isFinal;
    return question;
  }

  /** Asks until the person leaves. A failed question does not end the conversation. */
  async function run(): Promise<ExitCode> {
    if (!isEnded) terminal.warn('Ctrl-C stops an answer. Ctrl-D or an empty Ctrl-C leaves.', 'dim');
    for (let question = await readQuestion(); question !== undefined; question = await readQuestion()) {
      if (question.trim() === '') continue;
      try {
        await ask(question);
      } catch (thrown) {
        if (!AppError.isInstance(thrown)) throw thrown;
        terminal.warn(thrown.message, 'red');
      }
    }
    if (conversationId !== undefined) terminal.warn(`To continue: shipmate chat --resume ${conversationId}`, 'dim');
    return isEnded ? exitCodes.interrupted : exitCodes.success;
  }

  return {
    ask,
    run,
    resume: async (id: string): Promise<void> => {
      conversationId = id;
      const isActive = isJson ? false : await showConversation(connection, id, terminal);
      if (isActive) await follow(() => openAnswer(connection, id));
    },
  };
}
