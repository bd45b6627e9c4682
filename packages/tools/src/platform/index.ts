export { getProjectInfo } from './get-project-info.ts';
export type { PlatformToolPorts } from './platform-ports.ts';
export { sendMessage } from './send-message.ts';
export { updateJobStatus } from './update-job-status.ts';
