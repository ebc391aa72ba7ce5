export { createPlanner, type PlannerOptions } from './planner.ts';
