import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { getJson } from '../api/client.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { useResource } from '../api/use-resource.ts';
import { navigate, to, useParam } from '../app/router.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { startRun } from './live-runs.ts';

interface Models {
  readonly items: readonly { readonly name: string }[];
}

/** Has a task carried out and goes to its run. */
export function TaskForm() {
  const [task, setTask] = useParam('task');
  const [model, setModel] = useParam('model');
  const models = useResource('models', (signal) => getJson<Models>('/models', {}, signal));
  const [problem, setProblem] = useState<ApiProblem>();
  const [isStarting, setStarting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (task.trim() === '' || isStarting) return;
    setStarting(true);
    setProblem(undefined);
    try {
      navigate(to.run(await startRun({ task: task.trim(), ...(model !== '' && { model }) })));
    } catch (error) {
      setProblem(asProblem(error));
      setStarting(false);
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  const names = models.value?.items.map(({ name }) => name) ?? [];
  return (
    <form className="card task-form" onSubmit={start} ref={form}>
      <label>
        Task
        <textarea
          rows={3}
          maxLength={20_000}
          value={task}
          onChange={({ target }) => setTask(target.value, { replace: true })}
          onKeyDown={onKey}
          placeholder="Ask for 200 pieces of saddle SDL-20, needed at the Tarnwood works on 14 September 2026."
          aria-describedby="task-hint"
          required
        />
      </label>
      <div className="actions">
        <button type="submit" className="primary" disabled={isStarting || task.trim() === ''}>
          {isStarting ? 'Starting …' : 'Start'}
        </button>
        {names.length > 1 && (
          <label className="inline">
            Model
            <select value={model === '' ? names[0] : model} onChange={({ target }) => setModel(target.value)}>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <span className="quiet" id="task-hint">
          Writes wait until you approve them. Ctrl+Enter starts{names.length === 1 && `; ${names[0]} carries it out`}.
        </span>
      </div>
      {problem !== undefined && <ErrorBox problem={problem} />}
    </form>
  );
}
