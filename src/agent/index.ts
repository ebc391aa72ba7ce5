export type { AgentEvent, AgentOutcome } from './agent-event.ts';
export type { Driver, DriverPart, DriverTurn, Observation, RunView, Step } from './driver.ts';
export { type RecordedRun, type RunHeader, readRun } from './journal.ts';
export { ModelDriver, type ModelDriverOptions } from './model-driver.ts';
export { defaultObservationLimits, type ObservationLimits } from './observe.ts';
export { type AgentOptions, completeRun, runAgent } from './run-agent.ts';
export {
  defaultStopConditions,
  maxSteps,
  maxTime,
  maxTokens,
  noProgress,
  type Progress,
  repeatedCall,
  type Stop,
  type StopCondition,
} from './stop-condition.ts';
