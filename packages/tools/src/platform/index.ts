export { getProjectInfo } from './get-project-info.ts';
export type { PlatformToolPorts } from './platform-ports.ts';
export { createProjectLists, type ProjectLists } from './project-lists.ts';
export { sendMessage } from './send-message.ts';
export { updateJobStatus } from './update-job-status.ts';
