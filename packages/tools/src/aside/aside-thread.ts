// The thread that workAside starts.
import { parentPort, workerData } from 'node:worker_threads';
import { type AsideName, type AsideTask, asideWork } from './aside-work.ts';

function work<N extends AsideName>({ name, args }: AsideTask<N>): unknown {
  return asideWork[name](...args);
}

parentPort?.postMessage(work(workerData as AsideTask));
