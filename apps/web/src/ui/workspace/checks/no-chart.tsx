import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { pathOf } from '../../files/file-change.ts';

/** Returns true when there is a chart after acceptance of everything pending. */
export function hasChart(files: readonly FileSummary[]): boolean {
  return files.some((file) => file.pendingOp !== 'delete' && /(^|\/)Chart\.yaml$/.test(pathOf(file)));
}

/** Explains why there is nothing to render or check. */
export function NoChart() {
  return (
    <p className="text-muted p-6 text-center text-xs">
      There is no Chart.yaml, so there is no chart to render or check. Ask for one in the chat.
    </p>
  );
}
