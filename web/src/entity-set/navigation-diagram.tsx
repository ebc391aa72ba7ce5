import type { Specification } from '../api/answers.ts';
import { Link } from '../app/link.tsx';
import { navigate, to } from '../app/router.ts';

const box = { width: 250, height: 46, gap: 14, left: 430 };

/** Where one gets from the set: a small diagram, and the same as a table. */
export function Navigation({ spec }: { spec: Specification }) {
  const { navigation, service } = spec;
  if (navigation.length === 0) return <p>Nothing leads from {spec.label} to another EntitySet.</p>;
  const height = navigation.length * (box.height + box.gap) + box.gap;
  const middle = height / 2;
  return (
    <>
      <div className="scroll card">
        <svg
          className="navigation"
          viewBox={`0 0 ${box.left + box.width + 10} ${height}`}
          width={box.left + box.width + 10}
          height={height}
        >
          <title>Navigation from {spec.label}</title>
          <rect className="here" x="4" y={middle - box.height / 2} width={box.width - 40} height={box.height} rx="6" />
          <text x="16" y={middle + 5} className="title">
            {shorten(spec.label, 26)}
          </text>
          {navigation.map(({ name, to: type, entitySet, cardinality, deepInsert }, index) => {
            const y = box.gap + index * (box.height + box.gap) + box.height / 2;
            const start = box.width - 36;
            const title = entitySet ?? type.split('.').at(-1) ?? type;
            const id = entitySet === undefined ? undefined : `${service}/${entitySet}`;
            const shape = (
              <>
                <rect x={box.left} y={y - box.height / 2} width={box.width} height={box.height} rx="6" />
                <text x={box.left + 12} y={y - 3} className="title">
                  {shorten(title, 30)}
                </text>
                <text x={box.left + 12} y={y + 14} className="small">
                  {cardinality === '*' ? 'many' : cardinality === '1' ? 'exactly one' : 'none or one'}
                  {deepInsert ? ', can be created along' : ''}
                </text>
              </>
            );
            return (
              <g key={name}>
                <path
                  className="edge"
                  d={`M ${start} ${middle} C ${start + 90} ${middle}, ${box.left - 110} ${y}, ${box.left} ${y}`}
                />
                <text x={box.left - 10} y={y - 5} className="small" textAnchor="end">
                  {shorten(name, 24)}
                </text>
                {id === undefined ? (
                  <g>{shape}</g>
                ) : (
                  <a
                    href={to.set(id)}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                      event.preventDefault();
                      navigate(to.set(id));
                    }}
                  >
                    {shape}
                  </a>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <div className="scroll">
        <table>
          <caption className="unseen">Navigation from {spec.label}</caption>
          <thead>
            <tr>
              <th scope="col">Navigation property</th>
              <th scope="col">Leads to</th>
              <th scope="col">How many</th>
              <th scope="col">Created along</th>
            </tr>
          </thead>
          <tbody>
            {navigation.map(({ name, to: type, entitySet, cardinality, deepInsert, required = [] }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  {entitySet === undefined ? (
                    <code>{type}</code>
                  ) : (
                    <Link href={to.set(`${service}/${entitySet}`)}>{entitySet}</Link>
                  )}
                </td>
                <td>{cardinality}</td>
                <td>
                  {deepInsert ? 'yes' : 'no'}
                  {deepInsert && required.length > 0 && <span className="quiet"> with {required.join(', ')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
