import { useEffect, useState } from 'react';

/** Handles a file that is dropped anywhere on the page; returns true while one is dragged over it. */
export function useFileDrop(onDrop: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    function onDragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false);
    }
    function onDropped(event: DragEvent) {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      onDrop(file);
    }
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDropped);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDropped);
    };
  }, [onDrop]);

  return isOver;
}
