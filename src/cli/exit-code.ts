import { type ErrorCode, isGroundrailError } from '../base/index.ts';

/** Exit codes of every command (docs/cli.md): scripts rely on them. */
export const ExitCode = {
  done: 0,
  failed: 1,
  badInput: 2,
  unreachable: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

const byErrorCode: Partial<Record<ErrorCode, ExitCode>> = {
  unreachable: ExitCode.unreachable,
};

/** The exit code for what was thrown: an error of the catalogue is bad input unless the table says otherwise, anything else a failure. */
export function exitCodeOf(error: unknown): ExitCode {
  if (isGroundrailError(error)) return byErrorCode[error.code] ?? ExitCode.badInput;
  return ExitCode.failed;
}
