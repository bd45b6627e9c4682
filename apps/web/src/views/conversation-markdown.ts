import type { UiMessage, UiMessagePart } from '@shipmate/protocol/web/chat';
import type { UiMessageCut, UiMessageMetadata } from '@shipmate/protocol/web/ui-message-metadata';
import { describeCost, describeTotalCost } from '../cost/describe-cost.ts';
import { describeTokens } from '../cost/describe-tokens.ts';
import type { ConversationExport } from './conversation-export.ts';

/** Converts a conversation to the parts of a Markdown text: questions and answers unchanged, tool calls folded. */
export function* toMarkdown({ title, createdAt, spent, messages }: ConversationExport): Generator<string> {
  const answers = spent.answers === 1 ? '1 answer' : `${spent.answers} answers`;
  yield `# ${toLine(title ?? 'Conversation')}\n\n`;
  yield `_Begun ${createdAt.slice(0, 10)} · ${answers} · ${describeTokens(spent)} · ${describeTotalCost(spent)}_`;
  for (const message of messages) {
    for (const block of toSection(message)) yield `\n\n${block}`;
  }
  yield '\n';
}

function* toSection({ role, parts, metadata }: UiMessage): Generator<string> {
  yield role === 'user' ? '## Question' : '## Answer';
  for (const part of parts) {
    const block = toBlock(part);
    if (block !== '') yield block;
  }
  if (role !== 'user' && metadata) yield toEnd(metadata);
}

function toEnd({ model = 'unknown model', costUsd = null, cutShort, ...usage }: UiMessageMetadata): string {
  const spent = `_${model} · ${describeTokens(usage, model)} · ${describeCost(costUsd)}_`;
  if (!cutShort) return spent;
  return `**${describeCut(cutShort)}**\n\n${spent}`;
}

function describeCut(cut: UiMessageCut): string {
  if (cut.by === 'person') return 'This answer was stopped.';
  return cut.by === 'limit' ? cut.message : `This answer failed: ${toLine(cut.message)}`;
}

function toBlock(part: UiMessagePart): string {
  if (part.type === 'step-start') return '';
  if (part.type === 'text') return part.text;
  const isFailed = part.state === 'output-error';
  const output = isFailed ? part.errorText : part.output;
  return [
    `<details><summary>${toHtml(part.toolName)}${isFailed ? ' (failed)' : ''}</summary>`,
    `Input:\n\n${fence(JSON.stringify(part.input, null, 2), 'json')}`,
    `${isFailed ? 'Error' : 'Output'}:\n\n${fence(typeof output === 'string' ? output : JSON.stringify(output, null, 2))}`,
    '</details>',
  ].join('\n\n');
}

/** Returns a code block with a fence longer than any in the text. */
function fence(text: string, language = ''): string {
  let longest = 2;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
