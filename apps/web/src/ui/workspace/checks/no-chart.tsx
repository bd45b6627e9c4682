import type { FileView } from '@shipmate/protocol';
import { pathOf } from '../file-change.ts';

/** Whether there is a chart, once everything pending is accepted. */
export function hasChart(files: readonly FileView[]): boolean {
  return files.some((file) => file.pendingOp !== 'delete' && /(^|\/)Chart\.yaml$/.test(pathOf(file)));
}

/** Says why there is nothing to render or check. */
export function NoChart() {
  return (
    <p className="text-muted p-6 text-center text-xs">
      There is no Chart.yaml, so there is no chart to render or check. Ask for one in the chat.
    </p>
  );
}
