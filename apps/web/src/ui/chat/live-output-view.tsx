import { useEffect, useRef } from 'react';

/** The output of a running tool; the newest line stays in view. */
export function LiveOutputView({ text }: { readonly text: string }) {
  const block = useRef<HTMLPreElement>(null);
  useEffect(() => {
    block.current?.scrollTo({ top: block.current.scrollHeight });
  }, [text]);
  return (
    <pre
      ref={block}
      tabIndex={0}
      role="region"
      aria-label="Output so far"
      className="border-line bg-raised -mt-1.5 max-h-40 overflow-auto rounded-lg border p-2 font-mono text-2xs leading-4 wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
