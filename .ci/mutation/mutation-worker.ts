import type { WorkerGlobalState } from 'vitest';
import { init, setupEnvironment } from 'vitest/worker';
import { runMutants } from './run-mutants.ts';

type Traces = Parameters<typeof runMutants>[1];

if (!process.send) throw new Error('The mutation worker has to be started by vitest.');
const send = process.send.bind(process);

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
init({
  post: (message: unknown) => send(message),
  on: (listener: (message: unknown) => void) => process.on('message', listener),
  off: (listener: (message: unknown) => void) => process.off('message', listener),
  runTests: (state: WorkerGlobalState, traces: Traces) => runMutants(state, traces),
  collectTests: () => undefined,
  setup: setupEnvironment,
});
