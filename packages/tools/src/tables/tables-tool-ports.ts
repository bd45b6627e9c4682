import type { EntityRowReader } from '@shipmate/domain/tool-storage';

/** The port of the tools of entities and their rows. */
export interface TablesToolPorts {
  readonly entityRows: EntityRowReader;
}
