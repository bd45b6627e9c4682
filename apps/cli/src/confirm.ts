import { AppError } from '@shipmate/core';
import type { Terminal } from './terminal.ts';

/** A question before an action, and the action in words for the error: `to push the branch`. */
interface Confirmation {
  readonly question: string;
  readonly purpose: string;
  /** True if the command line has `--yes`. */
  readonly yes: boolean;
}

/** Asks a person whether the action shall be executed. @throws AppError `APPROVAL_REQUIRED` if nobody types here and `yes` is false */
export async function confirmAction(
  terminal: Pick<Terminal, 'isInteractive' | 'ask'>,
  { question, purpose, yes }: Confirmation,
): Promise<boolean> {
  if (yes) return true;
  if (!terminal.isInteractive) {
    throw new AppError({ code: 'APPROVAL_REQUIRED', message: `Nobody can confirm here. Add --yes ${purpose}.` });
  }
  return /^y(es)?$/i.test((await terminal.ask(`${question} [y]es, [n]o: `))?.trim() ?? '');
}
