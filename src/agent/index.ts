export type { AgentEvent, AgentOutcome } from './agent-event.ts';
export type { Driver, DriverPart, DriverTurn, Observation, RunView, Step } from './driver.ts';
export { type RecordedRun, type RunHeader, readRun } from './journal.ts';
export { ModelDriver, type ModelDriverOptions } from './model-driver.ts';
export type { ObservationLimits } from './observe.ts';
export { type AgentOptions, completeRun, runAgent } from './run-agent.ts';
export {
  defaultStopConditions,
  maxSteps,
  type Progress,
  type Stop,
  type StopCondition,
} from './stop-condition.ts';
