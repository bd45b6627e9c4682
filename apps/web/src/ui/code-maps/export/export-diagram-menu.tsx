import { type DiagramPicture, toMermaid } from '@shipmate/domain/code-map';
import { useMutation } from '@tanstack/react-query';
import { AppError } from '@shipmate/core';
import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { menuItemLook, menuLook } from '../panel/node-actions.tsx';
import { toSvg } from './to-svg.ts';

interface ExportDiagramMenuProps {
  readonly picture: DiagramPicture;
  readonly name: string;
}

const formats = ['PNG', 'SVG', 'Mermaid'] as const;
type Format = (typeof formats)[number];
const extensions: Readonly<Record<Format, string>> = { PNG: 'png', SVG: 'svg', Mermaid: 'mmd' };

/** Saves the picture as a file, images in the colors of the page. */
export function ExportDiagramMenu({ picture, name }: ExportDiagramMenuProps) {
  const save = useMutation<void, AppError, Format>({
    mutationFn: async (format) => saveFile(await toFile(picture, format), `${toFileName(name)}.${extensions[format]}`),
  });
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button variant="quiet" icon={<Download aria-hidden />} isBusy={save.isPending} aria-label="Export diagram">
            <span className="max-lg:hidden">Export</span>
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={menuLook}>
            {formats.map((format) => (
              <DropdownMenu.Item key={format} className={menuItemLook} onSelect={() => save.mutate(format)}>
                Save as {format}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {save.error && <ErrorBanner error={save.error} onDismiss={() => save.reset()} className="basis-full" />}
    </>
  );
}

async function toFile(picture: DiagramPicture, format: Format): Promise<Blob> {
  if (format === 'Mermaid') return new Blob([toMermaid(picture)], { type: 'text/plain' });
  const drawing = toSvg(picture, readTheme());
  return format === 'SVG' ? new Blob([drawing.text], { type: 'image/svg+xml' }) : toPng(drawing);
}

function readTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Browsers refuse larger images. */
const maxSide = 8_000;

async function toPng({ text, width, height }: ReturnType<typeof toSvg>): Promise<Blob> {
  const scale = Math.min(2, maxSide / width, maxSide / height);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png) return png;
  throw new AppError({
    code: 'INTERNAL_ERROR',
    message: 'The browser cannot draw a picture of this size. Save it as SVG, or filter the diagram.',
  });
}

function toFileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'diagram'
  );
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
