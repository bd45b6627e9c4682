import type { ClientContext } from '@shipmate/domain/conversation';
import type { Persona } from '@shipmate/domain/run';
import type { WrittenLanguage } from './written-language.ts';

/** Inputs of a system prompt that depend on the run. */
export interface PromptContext {
  /** A description of the workspace: its charts, files and pending changes. */
  readonly chartContext?: string;
  /** The client's state. */
  readonly clientContext?: ClientContext | null;
  /** The configured language of answers; by default the language of the question. */
  readonly answerLanguage?: WrittenLanguage | undefined;
  /** Names of the model's tools. */
  readonly toolNames?: readonly string[];
  /** The plan to execute, with its completed actions marked. */
  readonly plan?: string;
  /** The checkout in which the agent works, as the person named it. */
  readonly checkout?: { readonly repository: string; readonly branch: string } | undefined;
  /** A description of the repository on the client's page: its index and its diagrams. */
  readonly diagrams?: string | undefined;
  /** Limits what the agent may change; no limits by default. */
  readonly persona?: Persona;
}
