export { describeEntity } from './describe-entity.ts';
export { queryEntityRows } from './query-entity-rows.ts';
export type { TablesToolPorts } from './tables-tool-ports.ts';
