export { type DocumentInput, readODataDocument, type ServiceDescription } from './read-odata-document.ts';
