/**
 * What a call does to the world: `read` leaves it as it is, `write` can be taken back or reviewed, `destructive` cannot.
 * A tool of unknown effect counts as `write`.
 */
export type ToolEffect = 'read' | 'write' | 'destructive';
