import type { ClientContext } from '@shipmate/domain';

/** What a system prompt can tell the model of the moment. */
export interface PromptContext {
  /** The workspace in words: its charts, its files and what is pending. */
  readonly chartContext?: string;
  /** What the client says of the state that it shows. */
  readonly clientContext?: ClientContext | null;
  /** The tools that the model has. */
  readonly toolNames?: readonly string[];
}
