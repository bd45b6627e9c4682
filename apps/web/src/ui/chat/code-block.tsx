import { Check, Copy } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../components/icon-button.tsx';

/** Code in an answer, with a button that copies it. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const block = useRef<HTMLPreElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(block.current?.textContent ?? '');
    setCopied(true);
  }

  return (
    <div className="group/code relative">
      <pre
        ref={block}
        tabIndex={0}
        role="region"
        aria-label="Code"
        className="border-line bg-raised overflow-x-auto rounded-lg border p-3 pr-10 font-mono text-xs leading-relaxed"
      >
        {children}
      </pre>
      <IconButton
        label={isCopied ? 'Copied' : 'Copy code'}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
        className="absolute top-1 right-1"
      >
        {isCopied ? <Check /> : <Copy />}
      </IconButton>
    </div>
  );
}
