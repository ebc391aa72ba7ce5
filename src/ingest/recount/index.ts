export { auditLandscape, type LandscapeAudit } from './audit-landscape.ts';
