import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import type { FileTab } from './file-tab.ts';

/** The content of a file's tab; mounted when the tab is chosen. */
export function FileTabPanel({ tab, children }: { tab: FileTab; children: ReactNode }) {
  return (
    <Tabs.Content value={tab} className="flex min-h-0 flex-1 flex-col -outline-offset-2 data-[state=inactive]:hidden">
      {children}
    </Tabs.Content>
  );
}
