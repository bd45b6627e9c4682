import type { CodeMapPort } from './code-map-port.ts';
import type { DiagramPort } from './diagram-port.ts';

/** The ports of the tools that draw and read repositories. */
export interface DiagramToolPorts {
  readonly codeMaps: CodeMapPort;
  readonly diagrams: DiagramPort;
}
