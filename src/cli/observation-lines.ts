import pc from 'picocolors';
import type { AgentEvent } from '../workspace/index.ts';
import { plain } from './terminal.ts';

type Observation = Extract<AgentEvent, { type: 'observation' }>['observation'];
type Row = Readonly<Record<string, unknown>>;

const mostRows = 10;
const mostColumns = 6;
const widestCell = 28;
const mostFields = 12;
const mostFindings = 6;
const indent = ' '.repeat(9);
const labels: Readonly<Record<string, string>> = { find_value: 'codes', propose_call: 'propose' };

/** What came of a call, on a few lines of at most so many characters; nothing for the end of the task, which is told by itself. */
export function observationLines(observation: Observation, width: number): string[] {
  const { ok, effect, tool, text } = observation;
  if (effect === 'finish' && ok) return [];
  const input = asRow(observation.input);
  const data = asRow(observation.data);
  const head = `${(ok ? pc.cyan : pc.red)((labels[tool] ?? plain(tool).slice(0, 40)).padEnd(8))} ${subjectOf(tool, input)}`;
  if (!ok && effect === 'finish') return [pc.dim(`${tool.padEnd(8)} too early, the driver is asked again`)];
  if (!ok) return [head, ...refusalLines(observation)];
  const detail =
    tool === 'search'
      ? hitLines(data)
      : tool === 'find_value'
        ? text.split('\n').slice(0, 3).map(plain)
        : tool === 'read'
          ? rowLines(data, width - indent.length)
          : tool === 'submit'
            ? sentLines(observation, data)
            : tool === 'propose_call'
              ? [...fieldLines(input), pc.dim('checked, nothing is sent yet')]
              : [plain(text.split('\n')[0] ?? '').slice(0, 300)];
  return [head, ...[...detail, ...warningLines(observation)].map((line) => `${indent}${line}`)];
}

/** What a call is about. */
function subjectOf(tool: string, input: Row): string {
  const said = (name: string): string => (typeof input[name] === 'string' ? plain(input[name]).slice(0, 160) : '');
  if (tool === 'search') return `"${said('query')}"`;
  if (tool === 'find_value') return `${said('find') || 'every code'} for ${said('property')} of ${said('target')}`;
  if (tool === 'describe') return said('target');
  if (tool === 'submit') return pc.dim(`plan ${said('plan')}`);
  const set = [said('service'), said('entitySet')].filter((part) => part !== '').join('/');
  if (tool === 'propose_call') return `${said('operation')} ${pc.bold(set)}${keyText(input.key)}`;
  if (tool !== 'read') return clipped(plain(JSON.stringify(input) ?? ''), 160);
  const conditions = (Array.isArray(input.filter) ? input.filter : []).map((one: unknown) => {
    const { property, op, value } = asRow(one);
    return `${plain(String(property))} ${plain(String(op))} ${plain(JSON.stringify(value) ?? '')}`;
  });
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const part = said('navigation') || said('function');
  return `${pc.bold(set)}${keyText(input.key)}${part === '' ? '' : `/${part}`}${where}`;
}

function keyText(key: unknown): string {
  const parts = Object.entries(asRow(key)).map(([name, value]) => `${plain(name)} ${cell(value)}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function hitLines(data: Row): string[] {
  const hits = Array.isArray(data.hits) ? data.hits.map(asRow) : [];
  const chunks = Array.isArray(data.chunks) ? data.chunks.map(asRow) : [];
  const names = [
    ...hits.map(({ id, role }) => `${plain(String(id))}${role === 'seed' ? '' : ` (${plain(String(role))})`}`),
    ...chunks.map(({ service, entitySet }) => `${plain(String(service))}/${plain(String(entitySet))}`),
  ];
  if (names.length === 0) return ['nothing was found'];
  const more = names.length > 3 ? pc.dim(` and ${names.length - 3} more`) : '';
  return [`${names.slice(0, 3).join(', ')}${more}`];
}

function rowLines(data: Row, width: number): string[] {
  const rows = Array.isArray(data.rows) ? data.rows.map(asRow) : [];
  const [first] = rows;
  if (first === undefined) return ['no rows fit'];
  if (rows.length === 1) return fields(first);
  const more =
    rows.length > mostRows || data.nextSkip !== undefined
      ? [
          pc.dim(
            `${Math.min(rows.length, mostRows)} of ${rows.length}${data.nextSkip === undefined ? '' : ' or more'} rows`,
          ),
        ]
      : [];
  return [...table(rows.slice(0, mostRows), width), ...more];
}

/** Rows under each other, with the columns that most rows have and that fit. */
function table(rows: readonly Row[], width: number): string[] {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (isScalar(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const columns = [...counts]
    .filter(([, count]) => count * 2 >= rows.length)
    .slice(0, mostColumns)
    .map(([name]) => [plain(name), ...rows.map((row) => cell(row[name]))]);
  let left = width;
  const fitting = columns.filter((column, index) => {
    left -= widthOf(column) + 2;
    return index === 0 || left >= 0;
  });
  return Array.from({ length: rows.length + 1 }, (_, line) => {
    const text = fitting
      .map((column) => (column[line] ?? '').padEnd(widthOf(column)))
      .join('  ')
      .trimEnd();
    return line === 0 ? pc.dim(text) : text;
  });
}

function widthOf(column: readonly string[]): number {
  return Math.max(...column.map((text) => text.length));
}

function fieldLines(input: Row): string[] {
  return fields({ ...asRow(input.payload), ...asRow(input.parameters) });
}

/** Names and values of an entity under each other; items in a line each. */
function fields(entity: Row): string[] {
  const entries = Object.entries(entity).filter(([name, value]) => !name.startsWith('@') && cell(value) !== '');
  const longest = Math.min(24, Math.max(0, ...entries.map(([name]) => name.length)));
  const lines = entries.flatMap(([name, value]): string[] => {
    const label = pc.dim(plain(name).padEnd(longest));
    if (!Array.isArray(value)) return [`${label}  ${cell(value, 80)}`];
    return value.slice(0, 5).map((item) => `${label}  ${cell(item, 100)}`);
  });
  const more = lines.length > mostFields ? [pc.dim(`and ${lines.length - mostFields} more`)] : [];
  return [...lines.slice(0, mostFields), ...more];
}

function sentLines({ position }: Observation, data: Row): string[] {
  const status = data.status === undefined ? '' : ` (${String(data.status)})`;
  const next = (position?.next ?? [])
    .slice(0, 3)
    .map(({ step, target }) => plain(`${step}${target ? ` (${target})` : ''}`));
  return [
    pc.green(`${plain(String(data.outcome ?? 'done'))}${status}`),
    ...fields(asRow(data.body)),
    ...(next.length === 0 ? [] : [pc.dim(`the process goes on with: ${next.join('; ')}`)]),
  ];
}

function refusalLines({ findings, text }: Observation): string[] {
  if (findings.length === 0) return [`${indent}${pc.red(plain(text).slice(0, 300))}`];
  const lines = findings.slice(0, mostFindings).map(({ severity, path, message, suggestion }) => {
    const place = path === '' ? '' : `${plain(path)}: `;
    const likely = suggestion === undefined ? '' : pc.dim(` (most likely ${plain(suggestion)})`);
    return `${indent}${(severity === 'error' ? pc.red : pc.yellow)(severity)} ${place}${plain(message)}${likely}`;
  });
  return findings.length > mostFindings ? [...lines, `${indent}and ${findings.length - mostFindings} more`] : lines;
}

function warningLines({ findings }: Observation): string[] {
  return findings
    .filter(({ severity }) => severity !== 'info')
    .slice(0, mostFindings)
    .map(({ path, message }) => `${pc.yellow('warning')} ${path === '' ? '' : `${plain(path)}: `}${plain(message)}`);
}

function cell(value: unknown, most = widestCell): string {
  if (value === undefined || value === null) return '';
  return clipped(plain(typeof value === 'object' ? JSON.stringify(value) : String(value)), most);
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' && value !== undefined && value !== '';
}

function asRow(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
