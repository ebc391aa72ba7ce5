import type { SearchHit } from '../api/answers.ts';

const names: Readonly<Record<string, string>> = {
  name: 'Name',
  lexical: 'Same words',
  vocabulary: 'Business terms',
  words: 'Related words',
  dense: 'Meaning',
  kind: 'Kind of request',
  clause: 'Part of the question',
  navigation: 'Belongs to',
  process: 'Process',
};

/** What a hit's score is made of: a table whose bars only repeat its figures. */
export function Evidence({ hit: { contributions, score, label, service } }: { hit: SearchHit }) {
  const parts = [...contributions].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const most = Math.max(...parts.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <table className="evidence">
      <caption className="unseen">Why {label} was found</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">Evidence</th>
          <th scope="col">Share of the score</th>
          <th scope="col">By</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ source, value, via }) => (
          <tr key={`${source} ${via ?? ''}`} title={`${source}: ${value.toPrecision(3)} of ${score.toPrecision(3)}`}>
            <th scope="row">{names[source] ?? source}</th>
            <td>
              <span aria-hidden="true" className={`rail ${value < 0 ? 'against' : ''}`}>
                <span className="fill" style={{ width: `${Math.max(2, (Math.abs(value) / most) * 100)}%` }} />
              </span>
              <span className="share">{percent(value, score)}</span>
            </td>
            <td className="via">{via?.startsWith(`${service}/`) ? via.slice(service.length + 1) : via}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function percent(value: number, score: number): string {
  if (score === 0) return '0 %';
  const share = Math.round((value / score) * 100);
  return share === 0 ? '< 1 %' : `${share} %`;
}
