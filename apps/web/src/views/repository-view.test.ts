import { expect, it } from 'vitest';
import { toJobSteps } from './repository-view.ts';

/** Returns the step of a model that wrote a text and read a file. */
function stepOf(text: string, filePath: string) {
  const [step] = toJobSteps(
    [
      {
        turn: 0,
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'text', text },
              { type: 'tool_call', id: 'call_1', name: 'readFile', input: { filePath } },
            ],
          },
        ],
      },
    ],
    [],
  );
  return { text: step?.text, path: step?.calls[0]?.path };
}

it.each([
  { name: '200 characters, which fit', text: 'x'.repeat(200), shown: 'x'.repeat(200) },
  { name: '201 characters', text: 'x'.repeat(201), shown: `${'x'.repeat(199)}…` },
  {
    name: 'a surrogate pair at the cut',
    text: `${'x'.repeat(198)}🚀${'x'.repeat(9)}`,
    shown: `${'x'.repeat(198)}…`,
  },
])('toJobSteps marks where it cuts a text with $name', ({ text, shown }) => {
  expect(stepOf(text, text)).toEqual({ text: shown, path: shown });
});
