import { Badge, type Tone } from '../ui/badge.tsx';

/** What of a finding is shown. */
interface Finding {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

const tones: Readonly<Record<Finding['severity'], Tone>> = { error: 'bad', warning: 'warn', info: 'neutral' };

/** Findings as a list; nothing where there are none. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="plain findings" aria-label="Findings">
      {findings.map(({ rule, severity, path, message, suggestion }) => (
        <li key={`${rule} ${path} ${message}`}>
          <Badge tone={tones[severity]}>{severity}</Badge> <code>{rule}</code> {path !== '' && <code>{path}</code>}{' '}
          {message}
          {suggestion !== undefined && <span className="quiet"> Most likely: {suggestion}</span>}
        </li>
      ))}
    </ul>
  );
}
