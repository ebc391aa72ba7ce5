import '../ui/page.css';
import './runs.css';
import { History } from './history.tsx';
import { RunPage } from './run-page.tsx';
import { TaskForm } from './task-form.tsx';

/** Runs of agents: a new one, those that were, or one of them. */
export default function RunsScreen({ trace }: { trace?: string }) {
  if (trace !== undefined) return <RunPage trace={trace} />;
  return (
    <>
      <h1>Runs</h1>
      <TaskForm />
      <History />
    </>
  );
}
