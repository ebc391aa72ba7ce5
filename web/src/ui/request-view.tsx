import type { SystemRequest } from '../api/answers.ts';

/** A request to a system exactly as it is or would be sent. */
export function RequestView({ request: { method, url, headers, body } }: { request: SystemRequest }) {
  return (
    <div className="request">
      <p>
        <strong>{method}</strong> <code>{url}</code>
      </p>
      <pre>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
        {body !== undefined && `\n\n${indented(body)}`}
      </pre>
    </div>
  );
}

/** JSON with line breaks; any other text as it stands. */
export function indented(body: unknown): string {
  if (typeof body !== 'string') return JSON.stringify(body, null, 2) ?? '';
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
