interface FilterFieldProps {
  readonly value: string;
  /** What is looked at, such as "name or label". */
  readonly looksAt: string;
  readonly onChange: (value: string) => void;
}

/** A field whose words narrow what a table shows. */
export function FilterField({ value, looksAt, onChange }: FilterFieldProps) {
  return (
    <label>
      Filter{' '}
      <input type="search" value={value} placeholder={looksAt} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
