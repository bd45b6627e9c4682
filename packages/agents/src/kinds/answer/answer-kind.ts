import type { Principal, ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { requireConversationRun, type RunEvent } from '@shipmate/domain/run';
import { createApprovalGate } from '../../approval/approval-gate.ts';
import type { ApprovalSigner } from '../../approval/approval-signer.ts';
import type { AgentProfile } from '../../profiles/agent-profile.ts';
import { profileFor } from '../../profiles/profiles.ts';
import type { DiagramReader } from '../../prompts/describe-diagrams.ts';
import type { WrittenLanguage } from '../../prompts/written-language.ts';
import { openRunBudget } from '../../run/budget/run-budget.ts';
import type { RunModels } from '../../run/budget/run-models.ts';
import { toPricedModel } from '../../run/budget/to-priced-model.ts';
import type { RunConclusion, RunKind, RunTask, RunWork } from '../../run/execute/run-kind.ts';
import type { RunEnding } from '../../run/settle/end-run.ts';
import { maxOpenRows } from '../../run/log/content-row.ts';
import { retryDatabase } from '../../run/log/retry-database.ts';
import type { RunRecorder } from '../../run/log/run-recorder.ts';
import { toRunPrincipal } from '../../run/settle/run-principal.ts';
import type { McpToolResources } from '../../tools/mcp-tools.ts';
import { toCallResult } from './to-call-result.ts';
import { withSilence } from '../with-silence.ts';
import { answer, type ToolPlace } from './answer.ts';
import { recordLoop, type TurnCheckpoints } from './record-loop.ts';
import { restoreProgress } from './restore-progress.ts';
import { messagesSoFar, toFirstProgress, type RunProgress } from './run-progress.ts';
import { toAnswerEnding, type AnswerResult } from './to-answer-ending.ts';

/** Resources for {@link createAnswerKind}. */
export interface AnswerResources {
  readonly unitOfWork: UnitOfWork;
  readonly models: RunModels;
  readonly tools: ToolRegistry;
  readonly approvalSigner: ApprovalSigner;
  /** Code maps and diagrams, for the agent that draws. Default: none. */
  readonly codeMaps?: DiagramReader | undefined;
  /** Calls the MCP servers of the organization, whose tools agents get. Default: none. */
  readonly mcp?: McpToolResources['mcp'] | undefined;
  /** Default: the language of the question. */
  readonly answerLanguage?: WrittenLanguage | undefined;
}

/** The principal and the history of an answer that was asked for in this process. */
export interface AskedAnswer {
  readonly principal: Principal;
  readonly progress: RunProgress;
}

/** The checkout of a run. */
interface AnswerCheckout {
  /** Called when the tools are needed. */
  place(): ToolPlace;
  readonly checkpoints: TurnCheckpoints;
}

/** Creates the kind of run that answers the last question of a conversation: the tool loop with a profile. */
export function createAnswerKind(resources: AnswerResources): RunKind & {
  /** Returns the kind for a run that was just created in this process, whose progress need not be read. */
  asked(asked: AskedAnswer): Pick<RunKind, 'open'>;
  /** Returns the kind for a run whose tools work in a checkout. */
  within(checkout: AnswerCheckout): Pick<RunKind, 'open'>;
} {
  return {
    name: 'answer',
    open: (work) => openAnswer(resources, work),
    asked: (asked) => ({ open: (work) => openAnswer(resources, work, { asked }) }),
    within: (checkout) => ({ open: (work) => openAnswer(resources, work, { checkout }) }),
  };
}

function openAnswer(
  resources: AnswerResources,
  work: RunWork,
  { asked, checkout }: { readonly asked?: AskedAnswer; readonly checkout?: AnswerCheckout } = {},
): RunTask {
  const { unitOfWork, approvalSigner: signer } = resources;
  const { lease, outageLimits, logger } = work;
  const run = requireConversationRun(work.run);
  const principal = asked?.principal ?? toRunPrincipal(run);
  let progress = asked?.progress ?? toFirstProgress({ history: [] });

  let known: AgentProfile | undefined;
  const readProfile = async (): Promise<AgentProfile> => {
    if (known) return known;
    const { contextType } = await retryDatabase(outageLimits, () =>
      unitOfWork.stores.conversations.get(principal, run.conversationId),
    );
    return (known = profileFor(contextType));
  };

  function toEnding(result: AnswerResult): RunEnding {
    const ended = run.kind === 'call' ? toCallResult(result) : result;
    return toAnswerEnding({ run, models: resources.models }, ended);
  }

  /** Asks about calls whose outcome is unknown; the log names each of them once. */
  async function askAboutUnknownCalls(recorder: RunRecorder): Promise<void> {
    for (const { toolCallId, turn, name, status } of progress.unknownCalls) {
      if (status === 'unknown') continue;
      const event = { type: 'tool_call_unknown', turn, toolCallId, name } as const;
      await recorder.store(({ runs }) => runs.markToolCallUnknown(lease, toolCallId), event);
    }
  }

  async function runLoop(recorder: RunRecorder): Promise<RunConclusion> {
    const profile = await readProfile();
    const spending = await openRunBudget({
      read: () => retryDatabase(outageLimits, () => unitOfWork.stores.spend.listLimitedWindows(principal)),
      model: toPricedModel(run.model),
      fallbackModels: resources.models.fallbacksOf?.(run.model) ?? [],
    });
    const { result, isWaiting } = await answer({
      ...resources,
      run,
      principal,
      progress,
      profile,
      approve: createApprovalGate({
        unitOfWork,
        signer,
        recorder,
        run,
        principal,
        policy: profile.approval,
        history: progress.history,
      }),
      model: withSilence(resources.models.get(run.model), work.silencing),
      fallbackModels: spending.fallbackModels.map((model) => withSilence(model, work.silencing)),
      logger,
      signal: work.signal,
      spending,
      recording: recordLoop({ recorder, work, progress, checkpoints: checkout?.checkpoints }),
      place: checkout?.place(),
    });
    if (isWaiting) return 'waiting';
    const isReleased = work.draining.aborted && !work.stopping.aborted && result.outcome.status !== 'completed';
    return isReleased ? 'queued' : toEnding(result);
  }

  return {
    async restore(recorder) {
      if (asked) return undefined;
      const { maxIterations = Infinity } = (await readProfile()).limits;
      progress = await retryDatabase(outageLimits, () =>
        restoreProgress(unitOfWork.stores, principal, { run, maxIterations }),
      );
      const { stopReason, usage, costUsd, interrupted } = progress;
      // Readers may have seen content that was to be stored at these positions.
      if (interrupted) {
        const neverStored: RunEvent = { type: 'content', turn: interrupted.turn, deltas: [] };
        for (let row = 0; row < maxOpenRows; row += 1) recorder.record(neverStored);
      }
      if (stopReason === undefined) return undefined;
      return toEnding({
        outcome: { status: 'completed', stopReason, usage },
        messages: messagesSoFar(progress),
        ...(costUsd !== undefined && { costUsd }),
      });
    },

    async execute(recorder) {
      if (progress.unknownCalls.length === 0) return runLoop(recorder);
      await askAboutUnknownCalls(recorder);
      return 'waiting';
    },

    end(outcome) {
      const { usage, costUsd } = progress;
      return toEnding({
        outcome: { ...outcome, usage },
        messages: messagesSoFar(progress),
        ...(costUsd !== undefined && { costUsd }),
      });
    },
  };
}
