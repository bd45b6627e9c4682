/**
 * Effect of a call: `read` changes nothing, `write` can be reverted or reviewed, `destructive` cannot.
 * A tool of unknown effect counts as `write`.
 */
export type ToolEffect = 'read' | 'write' | 'destructive';
