import type { Message } from '../message/message.ts';
import type { AITool } from './ai-tool.ts';

/** One request to a model. */
export interface ModelRequest {
  readonly system?: string;
  /** It may grow once the request is over: who keeps it longer keeps a copy. */
  readonly messages: readonly Message[];
  readonly tools?: readonly AITool[];
  /** `none` keeps the tools in view (and in the prompt cache) and asks for an answer in words. Default `auto`. */
  readonly toolChoice?: 'auto' | 'none' | 'required';
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  /** What the request is for (`chat`, `conversation_title`), for logs and traces; no provider sees it. */
  readonly operation?: string;
}
