/** Appended to every answer. */
export const demoLabel =
  '_This is the demo model, a script that calls the real tools. With a key such as `ANTHROPIC_API_KEY` in the environment, a real model answers._';
