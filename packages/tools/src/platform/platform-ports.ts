import { AppError, type ToolExecutionContext } from '@shipmate/core/tool';
import type { ProjectNotes } from '@shipmate/domain/tool-storage';
import type { ProjectLists } from './project-lists.ts';

/** The port of the tools that report to people. */
export interface PlatformToolPorts {
  readonly projectNotes: ProjectNotes;
  /** Without it, each call reads the lists of the project. */
  readonly projectLists?: ProjectLists;
}

/** Returns the project of a call. @throws AppError `NOT_FOUND` without one */
export function requireProjectId({ projectId }: Pick<ToolExecutionContext, 'projectId'>): string {
  if (projectId !== undefined) return projectId;
  throw new AppError({
    code: 'NOT_FOUND',
    message: 'This job belongs to no project. Continue without the project, or leave channelId out.',
  });
}
