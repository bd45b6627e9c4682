export { approvalRequired } from './approval-required.ts';
export { toolDescriptionSchema, toolListSchema, type ToolDescription, type ToolList } from './tool-list.ts';
export { toolResultSchema } from './tool-result.ts';
