import { expect, it } from 'vitest';
import type { ChatMessage } from '../api/conversation.ts';
import { toLiveOutput } from './tool-step.tsx';

const said = (toolCallId: string, text: string): ChatMessage['parts'][number] => ({
  type: 'data-tool_output',
  data: { toolCallId, text },
});

it('toLiveOutput joins the output of one call and keeps its end', () => {
  const parts = [
    said('a', 'one\n'),
    { type: 'text', text: 'Meanwhile' } as const,
    said('b', 'other'),
    said('a', 'two'),
  ];
  expect(toLiveOutput('a', { parts })).toBe('one\ntwo');
  expect(toLiveOutput('c', { parts })).toBe('');
  expect(toLiveOutput('a', { parts: [said('a', 'x'.repeat(9_000)), said('a', 'end')] })).toMatch(/^x{3997}end$/);
});
