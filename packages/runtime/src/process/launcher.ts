import type { LauncherAnswer, LauncherRequest } from './launcher-messages.ts';
import { type ProgramCaller, runProgram } from './run-program.ts';

const running = new Map<number, { readonly stopping: AbortController; readonly ended: Promise<void> }>();

process.on('message', ({ id, run }: LauncherRequest) => {
  if (run === undefined) return running.get(id)?.stopping.abort();
  const { command, options, tag, receivers } = run;
  const stopping = new AbortController();
  const output = receivers.map((to) => [to, (value: unknown) => send({ id, to, value })]);
  const caller: ProgramCaller = { ...Object.fromEntries(output), signal: stopping.signal, tag };
  const ended = runProgram(command, options, caller)
    .then(
      (value) => send({ id, to: 'resolve', value }),
      ({ message, code }) => send({ id, to: 'reject', value: { message, code } }),
    )
    .finally(() => running.delete(id));
  running.set(id, { stopping, ended });
});

// Nobody waits for these programs any more.
process.once('disconnect', () => {
  for (const { stopping } of running.values()) stopping.abort();
  void Promise.all([...running.values()].map(({ ended }) => ended)).finally(() => process.exit());
});

function send(answer: LauncherAnswer): Promise<void> {
  // A failure to send means that the other process has ended: `disconnect` follows.
  return new Promise((resolve) => process.send?.(answer, () => resolve()));
}
