import { ask, type Asked } from './ask.ts';
import { enqueue } from './enqueue.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import type { Mortal } from './fault-settings.ts';
import type { FaultWorld } from './fault-world.ts';
import { openUiStream, readAgentChat, type Reading } from './readers.ts';
import { seeThrough } from './see-through.ts';
import type { FaultApp } from './start-fault-process.ts';
import { askToWork } from './work.ts';

/** A run, and those who execute it one after the other, until each of them dies. Then somebody takes it who does not. */
export type Scene = readonly Mortal[];

/** The apps that outlive every scene: a web app and a worker. They take over only what they are told to. */
export interface Survivors {
  readonly front: FaultApp;
  readonly spare: FaultApp;
}

/** A scene that is being played. */
export interface Play {
  /** How many of its executors have met their fate. */
  readonly met: () => number;
  /** Who executes the run next; nobody when it is done or nobody is left who is to die. */
  readonly next: () => Mortal | undefined;
  /** Lets an app execute the run until the app is gone or the run has ended. */
  performBy(app: FaultApp): Promise<void>;
  /** Lets a survivor do what is left. */
  end(): Promise<void>;
  /** Everything was done once, and both readers were told so. */
  expectDoneOnce(): Promise<void>;
}

/** A run that was asked for, and those who read it. */
interface Opened extends Asked {
  readonly ui: Reading;
  readonly agentChat: Promise<string>;
}

/** Makes a play of which nothing was performed yet. */
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

  /** Decisions are made at the app itself where it has a page. */
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
