import { runInThread } from '@shipmate/runtime';
import { type AsideName, type AsideResult, type AsideTask, asideWork } from './aside-work.ts';

/** Up to so many characters, the work takes some 30 ms; a thread takes longer to start. */
const maxLengthHere = { findYamlProblem: 50_000, replaceText: 200_000 } as const;
const maxMemoryMegabytes = 512;

/** Does some work on texts: in a thread of its own when they are long, so that the event loop goes on. */
export async function workAside<N extends AsideName>(task: AsideTask<N>, signal: AbortSignal): Promise<AsideResult<N>> {
  const { name, args } = task;
  if (lengthOf(args) <= maxLengthHere[name]) return asideWork[name](...args);
  const module = new URL(import.meta.resolve('@shipmate/tools/aside-thread'));
  return (await runInThread(module, { input: task, signal, maxMemoryMegabytes })) as AsideResult<N>;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((total, item) => total + lengthOf(item), 0)
    : 0;
}
