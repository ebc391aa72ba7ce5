import type { Process } from '../api/answers.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';

/** The message flows of a process, with its partners. */
export function Messages({ process }: { process: Process }) {
  const { messages } = process;
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="messages-title">
      <h2 id="messages-title">Messages</h2>
      <ul className="plain">
        {messages.map(({ from, to: other, name, fromName, toName }) => (
          <li key={`${from} ${other} ${name}`}>
            <End id={from} name={fromName} process={process} /> → <End id={other} name={toName} process={process} />
            {name !== undefined && <span className="quiet">: {name}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An end of a message; one in another process leads there. */
function End({ id, name, process }: { id: string; name: string | undefined; process: Process }) {
  const [owner = id, ...element] = id.split('/');
  const shown = name ?? element.join('/') ?? id;
  if (owner === process.id && element.length === 0) return <>{shown || id}</>;
  return <Link href={to.process(owner, { step: element.join('/') })}>{shown || id}</Link>;
}
