import { Check, Copy } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

/** Text to use elsewhere, with a button that copies it. */
export function CodeBlock({ label = 'Code', children }: { label?: string; children: ReactNode }) {
  const block = useRef<HTMLPreElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    if (!block.current) return;
    // Over plain HTTP from another machine the clipboard is unavailable; the text is selected instead.
    if (!window.isSecureContext) return window.getSelection()?.selectAllChildren(block.current);
    await navigator.clipboard.writeText(block.current.textContent);
    setCopied(true);
  }

  return (
    <div className="group/code relative">
      <pre
        ref={block}
        tabIndex={0}
        role="region"
        aria-label={label}
        className="border-line bg-raised overflow-x-auto rounded-lg border p-3 pr-10 font-mono text-xs leading-relaxed"
      >
        {children}
      </pre>
      <IconButton
        label={isCopied ? 'Copied' : `Copy ${label.toLowerCase()}`}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
        className="bg-raised absolute top-1 right-1"
      >
        {isCopied ? <Check /> : <Copy />}
      </IconButton>
    </div>
  );
}
