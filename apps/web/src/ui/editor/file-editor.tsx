import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { moveToChunk, showFirstChunk } from './chunk-navigation.ts';
import { createReviewEditor, type ReviewDocument, type ReviewEditor } from './create-review-editor.ts';

/** Walks through the changes of the file on screen. */
export interface ChangeNavigator {
  /** False when the file has no further change in that direction. */
  move(step: 1 | -1): boolean;
}

/** The text of a file or its change. */
export function FileEditor({ path, content, before, layout, ref }: ReviewDocument & { ref?: Ref<ChangeNavigator> }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ReviewEditor>(null);

  useEffect(() => {
    if (!host.current) return;
    const created = createReviewEditor(host.current, {
      path,
      content,
      layout,
      ...(before === undefined ? {} : { before }),
    });
    editor.current = created;
    showFirstChunk(created.view);
    return () => {
      editor.current = null;
      created.destroy();
    };
  }, [path, content, before, layout]);

  useImperativeHandle(ref, () => ({
    move: (step) => editor.current !== null && moveToChunk(editor.current.view, step),
  }));

  return <div ref={host} className="file-editor h-full min-h-0 overflow-auto" />;
}
