export { nearestNames, words } from '../graph/index.ts';
