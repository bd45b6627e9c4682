import { ask, type Asked } from './ask.ts';
import { requireConversationRun } from '@shipmate/domain/run';
import { enqueue } from './enqueue.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import type { FaultPlan } from './fault-settings.ts';
import type { FaultSetup } from './fault-setup.ts';
import { openUiStream, readAgentChat, type Reading } from './readers.ts';
import { decideUntilEnded } from './decide-until-ended.ts';
import type { FaultApp } from './start-fault-process.ts';
import { askToWork } from './work.ts';

/** The executors of one run, one after the other until each has crashed; a survivor executes the rest. */
export type CrashScenario = readonly FaultPlan[];

/** A web app and a worker that outlive every scenario. They take over only the runs named to them. */
export interface Survivors {
  readonly web: FaultApp;
  readonly worker: FaultApp;
}

/** The execution of a scenario. */
export interface ScenarioExecution {
  /** Returns the number of executors that have reached their crash points. */
  readonly crashes: () => number;
  /** Returns the next executor with a crash point; `undefined` if there is none or the run has ended. */
  readonly next: () => FaultPlan | undefined;
  /** Lets an app execute the run until the app is gone or the run has ended. */
  executeBy(app: FaultApp): Promise<void>;
  /** Lets a survivor execute the rest of the run. */
  finish(): Promise<void>;
  /** Expects that the work was done once and that both readers received every event once. */
  expectDoneOnce(): Promise<void>;
}

/** A run with its two readers. */
interface Opened extends Asked {
  readonly ui: Reading;
  readonly agentChat: Promise<string>;
}

/** Creates the execution of a scenario, before its first executor. */
export function createScenarioExecution(
  setup: FaultSetup,
  { web, worker }: Survivors,
  scenario: CrashScenario,
): ScenarioExecution {
  let executors = 0;
  let crashes = 0;
  let opening: Promise<Opened> | undefined;

  async function open(first: FaultApp): Promise<Opened> {
    const { database, person } = setup;
    const isAsked = first.url !== '';
    const asked = isAsked ? await ask([first, web], askToWork, person) : await enqueue(setup, askToWork);
    const { conversationId } = requireConversationRun(
      await database.unitOfWork.stores.runs.get(person.principal, asked.runId),
    );
    const ui = await openUiStream(web.url, conversationId, person);
    const agentChat = readAgentChat(isAsked ? [first.url, web.url] : [web.url], asked.runId, person);
    return { ...asked, ui, agentChat };
  }

  /** Executes the run in an app; decisions go to the app itself if it serves HTTP. */
  async function execute(app: FaultApp, until = app.gone): Promise<void> {
    const { runId } = await (opening ??= open(app));
    app.allow(runId);
    await decideUntilEnded(setup, runId, { url: app.url || web.url, gone: until });
    app.forbid(runId);
  }

  return {
    crashes: () => crashes,
    next: () => (crashes === executors ? scenario[executors] : undefined),

    async executeBy(app) {
      const { runId } = await (opening ??= open(app));
      await execute(app, AbortSignal.any([app.gone, app.lost(runId)]));
      executors += 1;
      if (app.gone.aborted) crashes += 1;
      else app.skipCrash();
    },

    finish: () => execute(worker),

    async expectDoneOnce() {
      if (!opening) throw new Error('No app has executed the scenario yet.');
      const { runId, answer, ui, agentChat } = await opening;
      const readings = { ui: [await ui.text], agentChat: [await agentChat], broken: [await answer] };
      await expectDoneOnce(setup, runId, readings);
    },
  };
}
