import type { Finding, Specification } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FieldInput } from './field-input.tsx';
import { type Field, fieldsOf, type Part, rowsOf, type Section, type Texts } from './form-model.ts';

/** What every part of the form needs: what was written, what is wrong, and how to change it. */
export interface FormState {
  readonly texts: Texts;
  /** What is to be shown at a place of the call. */
  findingsAt(pointer: string): readonly Finding[];
  write(pointer: string, text: string): void;
  addRow(pointer: string): void;
  removeRow(pointer: string, row: number): void;
  lookUp(target: string, pointer: string, field: Field): void;
}

/** A section of the form: required fields, the others on demand, and entities to be created along. */
export function FieldsSection({ section, target, form }: { section: Section; target: string; form: FormState }) {
  const { title, pointer, fields, parts } = section;
  return (
    <fieldset className="section">
      <legend>{title}</legend>
      <Fields fields={fields} pointer={pointer} target={target} form={form} />
      {parts.map((part) => (
        <PartSection key={part.name} part={part} pointer={`${pointer}/${part.name}`} form={form} />
      ))}
    </fieldset>
  );
}

function Fields({
  fields,
  pointer,
  target,
  form,
  above = '',
}: {
  fields: readonly Field[];
  pointer: string;
  target: string;
  form: FormState;
  above?: string;
}) {
  const isWritten = ({ name }: Field) =>
    Object.keys(form.texts).some((at) => at === `${pointer}/${name}` || at.startsWith(`${pointer}/${name}/`));
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const show = (list: readonly Field[]) => (
    <div className="fields">
      {list.map((field) => {
        const at = `${pointer}/${field.name}`;
        const path = above === '' ? field.name : `${above}/${field.name}`;
        if (field.members.length > 0)
          return (
            <fieldset key={at} className="members">
              <legend>{field.property.label}</legend>
              <Fields fields={field.members} pointer={at} target={target} form={form} above={path} />
            </fieldset>
          );
        return (
          <FieldInput
            key={at}
            field={field}
            text={form.texts[at] ?? ''}
            findings={form.findingsAt(at)}
            onWrite={(text) => form.write(at, text)}
            onLookUp={() => form.lookUp(target, at, { ...field, name: path })}
          />
        );
      })}
    </div>
  );
  if (required.length === 0) return show(optional);
  return (
    <>
      {show(required)}
      {optional.length > 0 && (
        <details open={optional.some(isWritten) || undefined}>
          <summary>{optional.length} more that may be given</summary>
          {show(optional)}
        </details>
      )}
    </>
  );
}

function PartSection({
  part: { name, target, isMany },
  pointer,
  form,
}: {
  part: Part;
  pointer: string;
  form: FormState;
}) {
  const rows = isMany
    ? rowsOf(form.texts, pointer)
    : Object.keys(form.texts).some((at) => at.startsWith(`${pointer}/`))
      ? 1
      : 0;
  const { value, problem, reload } = useResource(rows === 0 ? undefined : `describe ${target}`, (signal) =>
    getJson<Specification>('/describe', { target }, signal),
  );
  const findings = form.findingsAt(pointer);
  return (
    <section className="part" aria-label={name}>
      <div className="part-head">
        <code>{name}</code>
        <button
          type="button"
          onClick={() => form.addRow(isMany ? `${pointer}/${rows}` : pointer)}
          disabled={!isMany && rows > 0}
        >
          Add {value?.label.toLowerCase() ?? (isMany ? 'one' : 'it')}
        </button>
      </div>
      {findings.map(({ message }) => (
        <p key={message} className="finding">
          {message}
        </p>
      ))}
      {problem !== undefined && <ErrorBox problem={problem} onRetry={reload} />}
      {rows > 0 && value === undefined && problem === undefined && <Skeleton />}
      {value !== undefined &&
        Array.from({ length: rows }, (_, row) => (isMany ? `${pointer}/${row}` : pointer)).map((at, row) => (
          <fieldset key={at} className="row">
            <legend>
              {value.label} {isMany && row + 1}
            </legend>
            <Fields fields={fieldsOf(value.properties, 'create')} pointer={at} target={target} form={form} />
            <button type="button" className="link" onClick={() => form.removeRow(pointer, row)}>
              Remove {value.label.toLowerCase()} {isMany && row + 1}
            </button>
          </fieldset>
        ))}
    </section>
  );
}
