import type { Course } from '../call/course.ts';
import type { ToolCallAnswerer } from '../call/tool-call-answerer.ts';
import type { Toolbox } from '../call/toolbox.ts';
import type { ModelChain } from '../turn/model-chain.ts';
import type { ContextWindow } from './context-window.ts';
import type { Conversation } from './conversation.ts';
import type { Ledger } from './ledger.ts';
import type { LoopSettings } from './loop-settings.ts';

/** What one run is made of: each part keeps what it is about. */
export interface LoopParts {
  readonly settings: LoopSettings;
  readonly conversation: Conversation;
  readonly ledger: Ledger;
  readonly toolbox: Toolbox;
  readonly course: Course;
  readonly chain: ModelChain;
  readonly window: ContextWindow;
  readonly answerer: ToolCallAnswerer;
}
