export { systemClock, type Clock } from '../clock/clock.ts';
export { AppError, toAppError, type AppErrorOptions } from '../error/app-error.ts';
export type { ErrorCode } from '../error/error-code.ts';
export { fenceText, textSources, type TextOrigin, type TextSource } from '../fence/fence-text.ts';
export type { ClientEvent } from './client-event.ts';
export {
  defineTool,
  defineToolFamily,
  type AnyToolDefinition,
  type EffectOf,
  type ToolDeclaration,
  type ToolDefinition,
  toolNamePattern,
} from './define-tool.ts';
export type { ToolEffect } from './tool-effect.ts';
export type { ToolContext, ToolExecutionContext } from './tool-execution-context.ts';
