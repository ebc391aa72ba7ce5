export { type ErrorCode, type ErrorData, type Finding, GroundrailError, isGroundrailError } from './base/index.ts';
