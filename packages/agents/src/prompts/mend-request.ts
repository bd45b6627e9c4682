const mend = 'Your edits broke the chart. Mend these errors, which were not there before, then answer:\n';
const tell =
  'The chart still has errors that your edits caused, and nothing more can be mended now. Call no tool. Give your answer again, and say in it what is left:\n';

/** Builds the message that asks a model to fix the errors that its edits caused. */
export function askToMend(errors: string): string {
  return mend + errors;
}

/** Builds the message that asks a model to report the errors that it did not fix. */
export function askWhatIsLeft(errors: string): string {
  return tell + errors;
}

/** Parses the errors in a message of {@link askToMend} or {@link askWhatIsLeft}; `undefined` for any other message. */
export function readMendErrors(text: string): string | undefined {
  const asked = [mend, tell].find((request) => text.startsWith(request));
  return asked === undefined ? undefined : text.slice(asked.length);
}
