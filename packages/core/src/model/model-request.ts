import type { Message } from '../message/message.ts';
import type { AITool } from './ai-tool.ts';

/** One request to a model. */
export interface ModelRequest {
  readonly system?: string;
  /** It may grow once the request is over: a model that keeps it longer copies it. */
  readonly messages: readonly Message[];
  readonly tools?: readonly AITool[];
  /** `none` keeps the tools in view (and in the prompt cache) and requests an answer in words. Default `auto`. */
  readonly toolChoice?: 'auto' | 'none' | 'required';
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  /** Purpose of the request (`chat`, `conversation_title`), for logs and traces. It is not sent to the provider. */
  readonly operation?: string;
}
