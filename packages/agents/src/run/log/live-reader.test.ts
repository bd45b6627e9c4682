import type { RunEvent, StoredRunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContentRow, maxOpenRows } from './content-row.ts';
import { LiveReader, type LiveStart } from './live-reader.ts';

type Content = Extract<RunEvent, { readonly type: 'content' }>;

const said = (deltas: readonly string[]): Content => ({ type: 'content', turn: 0, deltas });
const restarted: RunEvent = { type: 'turn_restarted', turn: 0, model: 'm' };

/** Writes a log, with content that is being stored or waits for it. */
class Writer {
  readonly log: StoredRunEvent[] = [];
  #storing: readonly string[] = [];
  #waiting: string[] = [];
  #said = 0;

  get open(): readonly ContentRow[] {
    const contents = [this.#storing, this.#waiting].filter(({ length }) => length > 0);
    return contents.map((deltas, index) => new ContentRow(this.log.length + 1 + index, said(deltas)));
  }

  say(): void {
    this.#waiting.push(`${(this.#said += 1)} `);
  }

  beginStore(): void {
    if (this.#storing.length === 0) this.#storing = this.#waiting.splice(0);
  }

  endStore(): void {
    if (this.#storing.length > 0) this.#append(said(this.#storing));
    this.#storing = [];
  }

  store(event?: RunEvent): void {
    this.endStore();
    this.beginStore();
    this.endStore();
    if (event) this.#append(event);
  }

  /** Another process takes over from a dead one. */
  die(): void {
    this.#storing = [];
    this.#waiting = [];
    for (let row = 0; row < maxOpenRows; row += 1) this.#append(said([]));
    this.#append(restarted);
  }

  #append(event: RunEvent): void {
    this.log.push({ runId: 'r', sequence: this.log.length + 1, event, createdAt: new Date(0) });
  }
}

/** Reads the log over any number of connections. */
class Program {
  readonly ids: (readonly [sequence: number, index: number])[] = [];
  readonly texts: string[] = [];
  #reader = this.#connect({ after: 0, seen: undefined });

  reconnect(): void {
    const [sequence, index] = this.ids.at(-1) ?? [0, 0];
    const { position } = this.#reader;
    this.#reader = this.#connect({ after: position, seen: { sequence, deltas: index + 1 } });
  }

  look({ open }: Writer): void {
    void this.#reader.takeOpen(open);
  }

  read({ log }: Writer, count: number): void {
    const { position } = this.#reader;
    for (const stored of log.slice(position, position + count)) void this.#reader.take(stored);
  }

  #connect(start: LiveStart): LiveReader {
    return new LiveReader(start, new AbortController().signal, (received) => {
      const parts = toParts(received);
      this.ids.push(...parts.map(({ id }) => id));
      this.texts.push(...parts.map(({ text }) => text));
      return undefined;
    });
  }
}

/** Splits an event into the smallest parts that have an id. */
function toParts({ sequence, event, firstDelta = 0 }: BroadcastRunEvent) {
  const texts = event.type === 'content' ? event.deltas : [event.type];
  return texts.map((text, index) => ({ id: [sequence, firstDelta + index] as const, text }));
}

type Step =
  | 'say'
  | 'begin store'
  | 'end store'
  | 'store'
  | 'event'
  | 'die'
  | 'look'
  | 'read one'
  | 'read all'
  | 'reconnect';
const steps = fc.array(
  fc.constantFrom<Step>(
    'say',
    'say',
    'say',
    'begin store',
    'end store',
    'store',
    'event',
    'die',
    'look',
    'look',
    'read one',
    'read all',
    'reconnect',
  ),
  { maxLength: 60 },
);

function act(step: Step, writer: Writer, program: Program): void {
  if (step === 'say') writer.say();
  else if (step === 'begin store') writer.beginStore();
  else if (step === 'end store') writer.endStore();
  else if (step === 'store') writer.store();
  else if (step === 'event') writer.store({ type: 'turn_started', turn: 0, model: 'm' });
  else if (step === 'die') writer.die();
  else if (step === 'look') program.look(writer);
  else if (step === 'reconnect') program.reconnect();
  else program.read(writer, step === 'read one' ? 1 : Infinity);
}

it('LiveReader delivers every stored event once and in order, plus only content that was discarded later', () => {
  let taken = 0;
  fc.assert(
    fc.property(steps, (script) => {
      const [writer, program] = [new Writer(), new Program()];
      for (const step of script) act(step, writer, program);
      writer.store();
      program.read(writer, Infinity);

      const toKey = ([sequence, index]: readonly [number, number]): number => sequence * 1_000 + index;
      const keys = program.ids.map(toKey);
      expect(keys).toEqual([...new Set(keys)].toSorted((left, right) => left - right));
      const isVoid = ([sequence]: readonly [number, number]): boolean => {
        const event = writer.log[sequence - 1]?.event;
        return event?.type === 'content' && event.deltas.length === 0;
      };
      const stored = writer.log.flatMap(toParts);
      const standing = program.ids.flatMap((id, place) => (isVoid(id) ? [] : [{ id, text: program.texts[place] }]));
      expect(standing).toEqual(stored);
      taken += program.ids.length - standing.length;
    }),
    { numRuns: 1_000, examples: [[['say', 'begin store', 'say', 'look', 'die']]] },
  );
  expect(taken).toBeGreaterThan(0);
});
