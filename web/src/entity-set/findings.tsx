import type { Finding } from '../api/answers.ts';
import { Badge } from '../ui/badge.tsx';

/** What the check says of the whole form; what belongs to a field is said there as well. */
export function Findings({
  findings,
  open,
  isChecking,
}: {
  findings: readonly Finding[];
  /** Errors, shown yet or not. */
  open: number;
  isChecking: boolean;
}) {
  const state = isChecking
    ? 'Checking…'
    : open === 0
      ? 'This may be sent.'
      : `${open} ${open === 1 ? 'thing is' : 'things are'} still missing or wrong.`;
  return (
    <div className="checked">
      <p role="status" className={!isChecking && open === 0 ? 'fine' : 'quiet'}>
        {state}
      </p>
      {findings.length > 0 && (
        <ul>
          {findings.map(({ rule, path, severity, message }) => (
            <li key={`${rule} ${path} ${message}`}>
              <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{rule}</Badge> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
