import type { ApiProblem } from '../api/problem.ts';

/** What went wrong in words, with a way to try again. */
export function ErrorBox({ problem: { problem }, onRetry }: { problem: ApiProblem; onRetry?: () => void }) {
  return (
    <section className="error-box" role="alert">
      <h2>{problem.title}</h2>
      <p>{problem.detail}</p>
      <p className="quiet">
        <code>{problem.code}</code>
        {problem.requestId !== '' && (
          <>
            {' '}
            · request <code>{problem.requestId}</code>
          </>
        )}
      </p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </section>
  );
}
