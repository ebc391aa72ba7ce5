import { useState } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Code } from './code.tsx';
import { Findings } from './findings.tsx';
import { Requests } from './requests.tsx';
import type { RunCall, RunStep } from './run.ts';
import { timeInWords } from './status.ts';

/** A step: its calls in one line, and on demand with arguments, findings, requests and answers. */
export function StepCard({
  step,
  isRunning,
  isOpen,
}: {
  step: RunStep;
  isRunning: boolean;
  /** Absent: what matters most is open by itself. */
  isOpen: boolean | undefined;
}) {
  const { number, text, calls, notices, tokens, thoughtMs } = step;
  const [toggled, setToggled] = useState<boolean>();
  const open = toggled ?? isOpen ?? calls.some(matters);
  const spent = calls.reduce((most, { observation }) => Math.max(most, observation?.durationMs ?? 0), thoughtMs ?? 0);
  return (
    <li className="card step-card" aria-current={isOpen === true ? 'step' : undefined}>
      <details open={open} onToggle={({ currentTarget }) => setToggled(currentTarget.open)}>
        <summary>
          <span className="number">{number}</span>
          {calls.map((call) => (
            <Badge key={call.id} tone={toneOf(call, isRunning)}>
              {call.tool}
              {summaryOf(call)}
            </Badge>
          ))}
          {calls.length === 0 && <span className="quiet">{isRunning ? 'thinking …' : 'no call'}</span>}
          <span className="quiet spent">
            {timeInWords(spent)}
            {tokens !== undefined && tokens > 0 && ` · ${tokens.toLocaleString()} tokens`}
          </span>
        </summary>
        {text !== '' && <p className="answer">{text}</p>}
        {calls.map((call) => (
          <Call key={call.id} call={call} isOpen={calls.length === 1 || matters(call)} />
        ))}
        {notices.map((notice) => (
          <p key={notice} className="note">
            {notice}
          </p>
        ))}
      </details>
    </li>
  );
}

function Call({ call, isOpen }: { call: RunCall; isOpen: boolean }) {
  const { tool, input, observation, records } = call;
  const sent = records.filter(({ kind, requests }) => kind === 'call' && requests.length > 0);
  const planned = records.filter(({ kind, requests }) => kind === 'preview' && requests.length > 0);
  return (
    <details className="call" open={isOpen}>
      <summary>
        <strong>
          {tool}
          {aboutOf(call)}
        </strong>
        {observation !== undefined && (
          <span className="quiet">
            {observation.ok ? 'went well' : 'did not'} · {timeInWords(observation.durationMs)}
            {observation.repeats !== undefined && ` · same as in step ${observation.repeats}`}
          </span>
        )}
      </summary>
      <Code label="Arguments" text={JSON.stringify(input ?? {}, null, 2)} />
      {planned.map(({ id, requests }) => (
        <Requests key={id} requests={requests} label="Planned request" />
      ))}
      {sent.map(({ id, requests, status, durationMs }) => (
        <Requests
          key={id}
          requests={requests}
          label={`Request${status === undefined ? '' : `, answered with ${status}`} in ${timeInWords(durationMs)}`}
        />
      ))}
      {observation !== undefined && (
        <>
          <Findings findings={observation.findings} />
          <Code label="Response" text={observation.text} />
        </>
      )}
    </details>
  );
}

/** Writes, refused calls and what still runs are shown at once. */
function matters({ tool, observation }: RunCall): boolean {
  return observation?.ok === false || tool === 'propose_call' || tool === 'submit';
}

function toneOf({ observation }: RunCall, isRunning: boolean): Tone {
  if (observation === undefined) return isRunning ? 'accent' : 'neutral';
  if (!observation.ok) return 'bad';
  return observation.effect === 'submit' ? 'good' : 'neutral';
}

/** What a call was about, and how it went. */
function summaryOf(call: RunCall): string {
  const { observation } = call;
  const end = observation === undefined ? ' …' : observation.ok ? '' : ': refused';
  return `${aboutOf(call)}${end}`;
}

/** The EntitySet or operation of a call, in a few letters. */
function aboutOf({ input }: RunCall): string {
  const { entitySet, target } = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const about = entitySet ?? target;
  return typeof about === 'string' ? ` ${about.split('/').at(-1)}` : '';
}
