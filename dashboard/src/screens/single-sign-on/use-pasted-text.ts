import { useEffect, useEffectEvent } from 'react';

/** Calls back with a text that is pasted anywhere on the page but into a field. */
export function usePastedText(onPaste: (text: string) => void): void {
  const paste = useEffectEvent(onPaste);
  useEffect(() => {
    function onDocumentPaste(event: ClipboardEvent): void {
      const inField =
        event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]');
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!inField && text.trim() !== '') paste(text);
    }
    document.addEventListener('paste', onDocumentPaste);
    return () => document.removeEventListener('paste', onDocumentPaste);
  }, []);
}
