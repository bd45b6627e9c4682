const mend = 'Your edits broke the chart. Mend these errors, which were not there before, then answer:\n';
const tell =
  'The chart still has errors that your edits caused, and nothing more can be mended now. Call no tool. Give your answer again, and say in it what is left:\n';

/** Sends a model back to mend what its edits broke. */
export function askToMend(errors: string): string {
  return mend + errors;
}

/** Has a model say what it could not mend. */
export function askWhatIsLeft(errors: string): string {
  return tell + errors;
}

/** The errors that a message asks a model to mend or to tell of, if it is such a message. */
export function readMendErrors(text: string): string | undefined {
  const asked = [mend, tell].find((request) => text.startsWith(request));
  return asked === undefined ? undefined : text.slice(asked.length);
}
