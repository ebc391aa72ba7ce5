import { type Theme, useTheme } from './theme.ts';

const themes: readonly { theme: Theme; name: string }[] = [
  { theme: 'system', name: 'System' },
  { theme: 'light', name: 'Light' },
  { theme: 'dark', name: 'Dark' },
];

/** Lets the reader choose light, dark or what the system says. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  return (
    <label className="theme">
      <span className="quiet">Theme</span>
      <select value={theme} onChange={({ target }) => choose(target.value as Theme)}>
        {themes.map(({ theme: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
