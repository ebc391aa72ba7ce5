import { useEffect } from 'react';
import { navigate, to } from './router.ts';

/** Lets `/` go to the search field from anywhere but a place where one writes. */
export function useSearchKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      if (searchField() === null) navigate(to.search());
      requestAnimationFrame(() => setTimeout(() => searchField()?.focus()));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function searchField(): HTMLElement | null {
  return document.getElementById('query');
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')
  );
}
