/** A value with its text. */
export interface Value {
  readonly code: string;
  readonly text?: string | undefined;
}

/** Values to read, or to choose one of where somebody waits for it. */
export function ValueList({ values, onChoose }: { values: readonly Value[]; onChoose?: (code: string) => void }) {
  return (
    <ul>
      {values.map(({ code, text }) => (
        <li key={code}>
          {onChoose === undefined ? (
            <>
              <code>{code}</code> <span>{text}</span>
            </>
          ) : (
            <button type="button" onClick={() => onChoose(code)}>
              <code>{code}</code> <span>{text}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
