import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

export const exportItemLook =
  'data-highlighted:bg-raised flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 outline-none';

interface ExportItemProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** An entry of the export menu; the browser downloads the target under the server's file name. */
export function ExportItem({ href, children }: ExportItemProps) {
  return (
    <DropdownMenu.Item asChild>
      <a href={href} download className={exportItemLook}>
        {children}
      </a>
    </DropdownMenu.Item>
  );
}
