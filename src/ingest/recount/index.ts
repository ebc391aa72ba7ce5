export { auditLandscape, type LandscapeAudit } from './audit-landscape.ts';
export { recountLandscape } from './recount-landscape.ts';
