import type { Specification } from '../api/answers.ts';
import { Badge } from '../ui/badge.tsx';
import { PropertyTable } from './property-table.tsx';
import { typeText } from './type-text.ts';

/** What an operation takes and gives. */
export function ParameterTable({ spec }: { spec: Specification }) {
  const { parameters = [], body, returns, keys, label } = spec;
  return (
    <>
      {keys.length > 0 && <p>It works on one entity, named by {keys.join(', ')}.</p>}
      {parameters.length === 0 && <p className="quiet">It takes no parameters.</p>}
      {parameters.length > 0 && (
        <div className="scroll">
          <table>
            <caption className="unseen">Parameters of {label}</caption>
            <thead>
              <tr>
                <th scope="col">Parameter</th>
                <th scope="col">Label</th>
                <th scope="col">Type</th>
                <th scope="col">Needed</th>
              </tr>
            </thead>
            <tbody>
              {parameters.map((parameter) => (
                <tr key={parameter.name}>
                  <th scope="row">
                    <code>{parameter.name}</code>
                  </th>
                  <td>{parameter.label}</td>
                  <td>
                    <code>{typeText(parameter)}</code>
                  </td>
                  <td>{parameter.required ? <Badge tone="warn">required</Badge> : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {returns !== undefined && (
        <p>
          Gives <code>{returns}</code>.
        </p>
      )}
      {body !== undefined && <PropertyTable spec={spec} />}
    </>
  );
}
