import type { Source } from '../api/answers.ts';
import { getAll } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { useParam } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { FilterField } from '../ui/filter-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The files of the landscape, with what was dropped from them and why. */
export function Sources({ version }: { version: string }) {
  const [only, setOnly] = useParam('only');
  const [find, setFind] = useParam('find');
  const { value, problem, reload } = useResource(`sources ${version}`, (signal) => getAll<Source>('/sources', signal), {
    keep: true,
  });
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={6} label="Loading the sources" />;
  if (value.length === 0) return <Empty title="No sources were read" />;
  const words = find.toLowerCase();
  const shown = value
    .filter(({ findings, status }) => only !== 'findings' || findings.length > 0 || status === 'refused')
    .filter(({ path, kind }) => `${path} ${kind}`.toLowerCase().includes(words));
  return (
    <>
      <p className="filter">
        <FilterField value={find} looksAt="path or kind" onChange={(words) => setFind(words, { replace: true })} />
        <label>
          <input
            type="checkbox"
            checked={only === 'findings'}
            onChange={({ target }) => setOnly(target.checked ? 'findings' : '')}
          />{' '}
          only those with findings
        </label>
        <span className="quiet" role="status">
          {shown.length} of {value.length} files
        </span>
      </p>
      <div className="scroll">
        <table>
          <caption className="unseen">Sources</caption>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Kind</th>
              <th scope="col">State</th>
              <th scope="col">What was found</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ path, kind, status, findings }) => (
              <tr key={path}>
                <td>
                  <code>{path}</code>
                </td>
                <td>{kind}</td>
                <td>
                  <Badge tone={status === 'refused' ? 'bad' : 'good'}>{status}</Badge>
                </td>
                <td>
                  {findings.map((finding) => (
                    <p key={`${finding.rule} ${finding.path} ${finding.line} ${finding.column}`} className="dropped">
                      <Badge tone={finding.severity === 'error' ? 'bad' : 'warn'}>{finding.severity}</Badge>{' '}
                      {finding.message} {finding.effect}
                      {finding.line !== undefined && (
                        <span className="quiet">
                          {' '}
                          line {finding.line}
                          {finding.column !== undefined && `, column ${finding.column}`}
                        </span>
                      )}
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
