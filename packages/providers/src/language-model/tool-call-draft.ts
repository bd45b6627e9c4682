import type { ProviderMetadata, ToolCallPart } from '@shipmate/core';

/** A tool call while it streams. */
export interface ToolCallDraft {
  readonly type: 'tool_call';
  readonly id: string;
  name: string;
  arguments: string;
  /** False until the provider has sent the whole call. */
  complete: boolean;
  metadata: ProviderMetadata | undefined;
}

/** Parses a draft's arguments: none at all are `{}`; what is not JSON, or was cut short, is kept as text and marked. */
export function toToolCallPart(draft: ToolCallDraft): ToolCallPart {
  const { id, name, metadata } = draft;
  const input = draft.complete ? parseArguments(draft.arguments) : undefined;
  return {
    type: 'tool_call',
    id,
    name,
    ...(input === undefined ? { input: draft.arguments, malformed: true } : { input }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** `undefined` says that the text is not JSON; JSON itself has no such value. */
function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
