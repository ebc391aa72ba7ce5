import type { Finding } from '../../base/index.ts';

/**
 * Raised inside the client where a call cannot be written as a request; leaves it only as a Finding. `path` is a JSON pointer into the call,
 * its first slash may be left out.
 */
export class CallProblem extends Error {
  readonly rule: string;
  readonly path: string;

  constructor(rule: string, path: string, message: string) {
    super(message);
    this.name = 'CallProblem';
    this.rule = rule;
    this.path = path;
  }

  toFinding(): Finding {
    return {
      rule: this.rule,
      severity: 'error',
      path: this.path.startsWith('/') ? this.path : `/${this.path}`,
      message: this.message,
    };
  }
}
