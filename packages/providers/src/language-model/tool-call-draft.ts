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

/**
 * Parses a draft's arguments: empty ones are `{}`; invalid or truncated JSON is kept as text and marked as malformed.
 */
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

/** Returns the parsed arguments; `undefined`, which is no JSON value, when the text is not JSON. */
function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
