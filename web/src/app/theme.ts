import { useSyncExternalStore } from 'react';

/** The look of the page; `system` follows the reader's system. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'groundrail.theme';
const listeners = new Set<() => void>();

/** The chosen theme and how to choose another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(onChange, chosenTheme), chooseTheme];
}

/** Whether the page is dark now, for what cannot be drawn with CSS colours. */
export function useIsDark(): boolean {
  return useSyncExternalStore(onChange, isDark);
}

const system = matchMedia('(prefers-color-scheme: dark)');

function isDark(): boolean {
  const theme = chosenTheme();
  return theme === 'system' ? system.matches : theme === 'dark';
}

function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(key);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(key, theme);
  }
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
