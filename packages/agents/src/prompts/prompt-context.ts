import type { ClientContext, Persona } from '@shipmate/domain';

/** What a system prompt can tell the model of the moment. */
export interface PromptContext {
  /** The workspace in words: its charts, its files and what is pending. */
  readonly chartContext?: string;
  /** What the client says of the state that it shows. */
  readonly clientContext?: ClientContext | null;
  /** The tools that the model has. */
  readonly toolNames?: readonly string[];
  /** The plan that is to be carried out, with what is done of it. */
  readonly plan?: string;
  /** What the person lets the agent change; everything by default. */
  readonly persona?: Persona;
}
