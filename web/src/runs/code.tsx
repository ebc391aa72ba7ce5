import { useState } from 'react';

const shownFirst = 3000;
const mostCharacters = 200_000;

/** A text of a machine, with the name of what it is; of a long one the beginning, and all of it on demand. */
export function Code({ label, text }: { label: string; text: string }) {
  const [isWhole, setWhole] = useState(false);
  const most = isWhole ? mostCharacters : shownFirst;
  return (
    <figure className="code">
      <figcaption className="quiet">{label}</figcaption>
      <pre>{text.length > most ? `${text.slice(0, most)} …` : text}</pre>
      {text.length > shownFirst && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${text.length.toLocaleString()} characters`}
        </button>
      )}
    </figure>
  );
}
