import type { SystemRequest } from '../api/answers.ts';
import { Code } from './code.tsx';

/** Requests to systems as they are or would be sent. */
export function Requests({ requests, label }: { requests: readonly SystemRequest[]; label: string }) {
  if (requests.length === 0) return null;
  return <Code label={label} text={requests.map(requestText).join('\n\n')} />;
}

function requestText({ method, url, headers, body }: SystemRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', readable(body)])].join('\n');
}

/** JSON with line breaks; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}
