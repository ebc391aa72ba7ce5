/** What the judge objects to. `set`: no such set, operation or navigation; `key`: no such or no writable property, or one is missing; `code`: not on the list; `type`: wrong type or facet. */
export type IssueKind = 'set' | 'key' | 'code' | 'type' | 'request';

/** One objection of the judge to a call. */
export interface Issue {
  kind: IssueKind;
  path: string;
  message: string;
}

/** Ends the handling of a request with an error answer. */
export class MockFault extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    issues: readonly Issue[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.headers = headers;
  }
}

/** The error body as an SAP system sends it: `error.message` is an object in V2 and a text in V4, details lie inside. */
export function errorBody(fault: MockFault, version: 'V2' | 'V4'): string {
  const details = fault.issues.map((issue) => ({
    code: `GRM/${issue.kind.toUpperCase()}`,
    message: issue.message,
    ...(version === 'V2'
      ? { propertyref: issue.path, severity: 'error' }
      : { target: issue.path, '@SAP__common.numericSeverity': 4 }),
  }));
  if (version === 'V2') {
    return JSON.stringify({
      error: {
        code: fault.code,
        message: { lang: 'en', value: fault.message },
        innererror: {
          application: { component_id: 'GRM', service_namespace: '/GROUNDRAIL/', service_version: '0001' },
          errordetails: details,
        },
      },
    });
  }
  return JSON.stringify({ error: { code: fault.code, message: fault.message, details } });
}
