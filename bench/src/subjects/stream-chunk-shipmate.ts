import { createToolExecutionContext, runToolLoop, userMessage } from '../../../packages/core/src/index.ts';
import { createMappedChatModel } from '../mapped-chat-model.ts';
import { deltas, streamedLength } from '../stream-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
  return {
    unitsPerRun: deltas.length,
    async run() {
      let length = 0;
      await runToolLoop(createMappedChatModel([{ deltas }]), {
        messages: [userMessage('Tell me.')],
        tools: [],
        context,
        onEvent: (event) => {
          if (event.type === 'content_delta') length += event.text.length;
        },
      });
      if (length !== streamedLength) throw new Error('The stream lost a delta.');
    },
  };
}
