export { type DocumentInput, readODataDocument } from './read-odata-document.ts';
