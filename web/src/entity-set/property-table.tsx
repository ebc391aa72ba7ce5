import { useState } from 'react';
import type { Specification } from '../api/answers.ts';
import { useParam } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { FilterField } from '../ui/filter-field.tsx';
import { flatten, type Property, typeText } from './type-text.ts';
import { ValueHelpDialog, type ValueHelpOf } from './value-help.tsx';

const fewCodes = 4;

/** What the specification says of every property, with a filter and the value lists. */
export function PropertyTable({ spec }: { spec: Specification }) {
  const [find, setFind] = useParam('find');
  const [help, setHelp] = useState<ValueHelpOf>();
  const words = find.toLowerCase();
  const all = flatten(spec.kind === 'Operation' ? (spec.body ?? []) : spec.properties);
  const shown = all.filter(({ path, property }) => `${path} ${property.label}`.toLowerCase().includes(words));
  if (all.length === 0) return <p className="quiet">It has no properties.</p>;
  return (
    <>
      <p className="filter">
        <FilterField value={find} looksAt="name or label" onChange={(words) => setFind(words, { replace: true })} />
        <span className="quiet" role="status">
          {shown.length} of {all.length} properties
        </span>
      </p>
      <div className="scroll">
        <table className="properties">
          <caption className="unseen">Properties of {spec.label}</caption>
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Label</th>
              <th scope="col">Type</th>
              <th scope="col">Create</th>
              <th scope="col">Update</th>
              <th scope="col">Values</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ path, property }) => (
              <tr key={path}>
                <th scope="row">
                  <code>{path}</code> {property.key && <Badge tone="accent">key</Badge>}
                </th>
                <td className="label">
                  {property.label}
                  {property.description !== undefined && <span className="quiet"> · {property.description}</span>}
                </td>
                <td>
                  <code>{typeText(property)}</code>
                  {property.unit !== undefined && <span className="quiet"> in {property.unit}</span>}
                </td>
                <td>{creation(property)}</td>
                <td>{property.updatable ? 'yes' : <span className="quiet">no</span>}</td>
                <td>
                  <Codes
                    property={property}
                    onMore={() =>
                      setHelp({ target: spec.id, property: path, label: property.label, list: property.valueHelp })
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ValueHelpDialog of={help} onClose={() => setHelp(undefined)} />
    </>
  );
}

function creation({ required, creatable, computed }: Property) {
  if (required) return <Badge tone="warn">required</Badge>;
  if (creatable) return 'yes';
  return <span className="quiet">{computed ? 'by the system' : 'no'}</span>;
}

function Codes({ property: { valueHelp, label, defaultValue }, onMore }: { property: Property; onMore: () => void }) {
  if (valueHelp === undefined)
    return defaultValue === undefined ? null : <span className="quiet">default {defaultValue}</span>;
  const { values = [], count } = valueHelp;
  return (
    <>
      {values.slice(0, fewCodes).map(({ code, text }) => (
        <span key={code} className="code-pair">
          <code>{code}</code> {text}
        </span>
      ))}
      {(count > fewCodes || values.length === 0) && (
        <button type="button" className="link" onClick={onMore}>
          {count > 0 ? `all ${count}` : 'look up'}
          <span className="unseen"> values of {label}</span>
        </button>
      )}
    </>
  );
}
