import { type FormEvent, useMemo, useState } from 'react';
import type { CallResult, Finding, Specification, Validation } from '../api/answers.ts';
import { postJson } from '../api/client.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { useResource } from '../api/use-resource.ts';
import { setParams, useParam } from '../app/router.ts';
import { useDebounced } from '../app/use-debounced.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { indented } from '../ui/request-view.tsx';
import { FieldsSection, type FormState } from './fields-section.tsx';
import { Findings } from './findings.tsx';
import { type Choice, callOf, choicesOf, type Texts, textsOf, withoutRow } from './form-model.ts';
import { PlanPanel, type Preview } from './plan-panel.tsx';
import { ValueHelpDialog, type ValueHelpOf } from './value-help.tsx';

const pause = 250;

/** A form for everything that can be done with the set: checked while it is filled, previewed, approved and executed. */
export function CallForm({ spec }: { spec: Specification }) {
  const choices = useMemo(() => choicesOf(spec), [spec]);
  const [operation, choose] = useParam('op', choices[0]?.operation ?? '');
  const choice = choices.find((one) => one.operation === operation) ?? choices[0];
  if (choice === undefined) return <p>Nothing can be done with {spec.label} itself.</p>;
  return (
    <>
      <label className="choice">
        What is to be done{' '}
        <select
          value={choice.operation}
          onChange={({ target }) => {
            setParams({ plan: undefined }, { replace: true });
            choose(target.value);
          }}
        >
          {choices.map((one) => (
            <option key={one.operation} value={one.operation}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <ChoiceForm key={choice.operation} spec={spec} choice={choice} />
    </>
  );
}

function ChoiceForm({ spec, choice }: { spec: Specification; choice: Choice }) {
  const [texts, setTexts] = useState<Texts>(choice.operation === 'read' ? { '/query/top': '10' } : {});
  const [isShownWhole, setShownWhole] = useState(false);
  const [help, setHelp] = useState<ValueHelpOf & { pointer: string }>();
  const [plan] = useParam('plan');
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const call = useMemo(() => callOf(spec, choice, texts), [spec, choice, texts]);
  const json = JSON.stringify(call);
  const settled = useDebounced(texts, pause);
  const settledCall = useMemo(() => callOf(spec, choice, settled), [spec, choice, settled]);
  const check = useResource(
    JSON.stringify(settledCall),
    async (signal) => ({ texts: settled, ...(await postJson<Validation>('/validate', settledCall, signal)) }),
    { keep: true },
  );
  const findings = check.value?.findings ?? [];
  const checkedTexts = check.value?.texts ?? {};
  /** What was said of a text that has changed since is said of it no more; what was never written is not missed before the preview. */
  const isShown = ({ path }: Finding) => {
    const text = texts[path] ?? '';
    return (isShownWhole || text !== '') && text === (checkedTexts[path] ?? '');
  };
  const shown = findings.filter(isShown);
  const form: FormState = {
    texts,
    findingsAt: (pointer) => shown.filter(({ path }) => path === pointer),
    write: (pointer, text) => setTexts((last) => ({ ...last, [pointer]: text })),
    addRow: (pointer) => setTexts((last) => ({ ...last, [`${pointer}/`]: '' })),
    removeRow: (pointer, row) => setTexts((last) => withoutRow(last, pointer, row)),
    lookUp: (target, pointer, { name, property }) =>
      setHelp({ target, property: name, label: property.label, list: property.valueHelp, pointer }),
  };
  const example = spec.examples.find((one) => one.operation === choice.operation);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setShownWhole(true);
    setBusy(true);
    setProblem(undefined);
    try {
      const result = await postJson<CallResult>('/plans', call);
      setPreview(result.ok ? { json, call, result } : undefined);
      setParams({ plan: result.plan?.id });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="call">
      <form onSubmit={submit} noValidate aria-label={`${choice.title} ${spec.label}`}>
        {choice.sections.map((section) => (
          <FieldsSection key={section.pointer} section={section} target={spec.id} form={form} />
        ))}
        <Findings
          findings={shown}
          open={findings.filter(({ severity }) => severity === 'error').length}
          isChecking={check.isLoading || settled !== texts}
        />
        {check.problem !== undefined && <ErrorBox problem={check.problem} onRetry={check.reload} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={isBusy}>
            Preview the request
          </button>
          {example !== undefined && (
            <button
              type="button"
              onClick={() =>
                setTexts(textsOf({ ...example, service: undefined, entitySet: undefined, operation: undefined }))
              }
            >
              Fill with an example
            </button>
          )}
        </div>
      </form>
      <div className="beside">
        {problem !== undefined && <ErrorBox problem={problem} />}
        {(preview !== undefined || plan !== '') && problem === undefined && (
          <PlanPanel plan={plan} preview={preview} isOutdated={preview !== undefined && preview.json !== json} />
        )}
        <section className="card" aria-label="The call">
          <h2>The call</h2>
          <p className="quiet">
            What an agent or a program would ask for; the preview turns it into the exact request.
          </p>
          <pre>{indented(call)}</pre>
        </section>
      </div>
      <ValueHelpDialog
        of={help}
        onClose={() => setHelp(undefined)}
        onChoose={(code) => {
          if (help !== undefined) form.write(help.pointer, code);
          setHelp(undefined);
        }}
      />
    </div>
  );
}
