import { useId } from 'react';
import type { Finding } from '../api/answers.ts';
import type { Field } from './form-model.ts';
import { typeText } from './type-text.ts';

const mostOptions = 30;

/** A field of the form: label, type, what is wrong with it, and its value list where there is one. */
export function FieldInput({
  field: { name, property, isRequired },
  text,
  findings,
  onWrite,
  onLookUp,
}: {
  field: Field;
  text: string;
  findings: readonly Finding[];
  onWrite: (text: string) => void;
  onLookUp: () => void;
}) {
  const id = useId();
  const { valueHelp } = property;
  const values = valueHelp?.values ?? [];
  const isList = valueHelp?.fixed === true && values.length > 0 && values.length <= mostOptions;
  const described = `${id}-type${findings.length > 0 ? ` ${id}-findings` : ''}`;
  const shared = {
    id,
    value: text,
    'aria-required': isRequired,
    'aria-invalid': findings.length > 0,
    'aria-describedby': described,
  };
  return (
    <div className={`field ${findings.length > 0 ? 'wrong' : ''}`}>
      <label htmlFor={id}>
        {property.label}
        {isRequired && (
          <span className="needed" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="input">
        {isList ? (
          <select {...shared} onChange={({ target }) => onWrite(target.value)}>
            <option value="">{isRequired ? 'choose one' : 'leave out'}</option>
            {values.map(({ code, text: words }) => (
              <option key={code} value={code}>
                {words === undefined ? code : `${code} · ${words}`}
              </option>
            ))}
            {text !== '' && !values.some(({ code }) => code === text) && <option value={text}>{text}</option>}
          </select>
        ) : (
          <Plain {...shared} property={property} onWrite={onWrite} />
        )}
        {valueHelp !== undefined && !isList && (
          <button type="button" onClick={onLookUp} aria-label={`Look up ${property.label}`}>
            Look up
          </button>
        )}
      </div>
      <p className="quiet" id={`${id}-type`}>
        <code>{name}</code> {typeText(property)}
        {'unit' in property && property.unit !== undefined && ` in ${property.unit}`}
      </p>
      {findings.length > 0 && (
        <ul className="findings" id={`${id}-findings`}>
          {findings.map((finding) => (
            <li key={`${finding.rule} ${finding.message}`}>
              {finding.message}{' '}
              {finding.suggestion !== undefined && (
                <button type="button" className="link" onClick={() => onWrite(finding.suggestion ?? '')}>
                  Use {finding.suggestion}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Plain({
  property,
  onWrite,
  ...shared
}: {
  property: Field['property'];
  onWrite: (text: string) => void;
  id: string;
  value: string;
}) {
  const type = property.type?.replace(/^Edm\./, '') ?? '';
  if (property.collection === true)
    return <textarea rows={2} {...shared} onChange={({ target }) => onWrite(target.value)} />;
  if (/^boolean$/i.test(type))
    return (
      <select {...shared} onChange={({ target }) => onWrite(target.value)}>
        <option value="">leave out</option>
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    );
  const isDay = type === 'Date' || (type === 'DateTime' && /^(\d{4}-\d{2}-\d{2})?$/.test(shared.value));
  return (
    <input
      type={isDay ? 'date' : 'text'}
      autoComplete="off"
      {...shared}
      onChange={({ target }) => onWrite(target.value)}
    />
  );
}
