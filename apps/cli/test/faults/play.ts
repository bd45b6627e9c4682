import { ask, type Asked } from './ask.ts';
import { enqueue } from './enqueue.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import type { Mortal } from './fault-settings.ts';
import type { FaultWorld } from './fault-world.ts';
import { openUiStream, readAgentChat, type Reading } from './readers.ts';
import { seeThrough } from './see-through.ts';
import type { FaultApp } from './start-fault-process.ts';
import { askToWork } from './work.ts';

/** The executors of one run, one after the other until each has crashed; a survivor executes the rest. */
export type Scene = readonly Mortal[];

/** A web app and a worker that outlive every scene. They take over only the runs named to them. */
export interface Survivors {
  readonly front: FaultApp;
  readonly spare: FaultApp;
}

/** The execution of a scene. */
export interface Play {
  /** Returns the number of executors that have reached their crash points. */
  readonly met: () => number;
  /** Returns the next executor with a crash point; `undefined` if there is none or the run has ended. */
  readonly next: () => Mortal | undefined;
  /** Lets an app execute the run until the app is gone or the run has ended. */
  performBy(app: FaultApp): Promise<void>;
  /** Lets a survivor execute the rest of the run. */
  end(): Promise<void>;
  /** Expects that the work was done once and that both readers received every event once. */
  expectDoneOnce(): Promise<void>;
}

/** A run with its two readers. */
interface Opened extends Asked {
  readonly ui: Reading;
  readonly agentChat: Promise<string>;
}

/** Creates the execution of a scene, before its first executor. */
export function createPlay(world: FaultWorld, { front, spare }: Survivors, scene: Scene): Play {
  let acts = 0;
  let met = 0;
  let opening: Promise<Opened> | undefined;

  async function open(first: FaultApp): Promise<Opened> {
    const { database, person } = world;
    const isAsked = first.url !== '';
    const asked = isAsked ? await ask([first, front], askToWork, person) : await enqueue(world, askToWork);
    const { conversationId } = await database.unitOfWork.stores.runs.get(person.principal, asked.runId);
    const ui = await openUiStream(front.url, conversationId, person);
    const agentChat = readAgentChat(isAsked ? [first.url, front.url] : [front.url], asked.runId, person);
    return { ...asked, ui, agentChat };
  }

  /** Executes the run in an app; decisions go to the app itself if it serves HTTP. */
  async function execute(app: FaultApp, until = app.gone): Promise<void> {
    const { runId } = await (opening ??= open(app));
    app.take(runId);
    await seeThrough(world, runId, { url: app.url || front.url, gone: until });
    app.leave(runId);
  }

  return {
    met: () => met,
    next: () => (met === acts ? scene[acts] : undefined),

    async performBy(app) {
      const { runId } = await (opening ??= open(app));
      await execute(app, AbortSignal.any([app.gone, app.lost(runId)]));
      acts += 1;
      if (app.gone.aborted) met += 1;
      else app.spare();
    },

    end: () => execute(spare),

    async expectDoneOnce() {
      if (!opening) throw new Error('Nothing was performed.');
      const { runId, answer, ui, agentChat } = await opening;
      const readings = { ui: [await ui.text], agentChat: [await agentChat], broken: [await answer] };
      await expectDoneOnce(world, runId, readings);
    },
  };
}
