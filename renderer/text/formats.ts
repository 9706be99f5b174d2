export { createFormats, type Formats } from '../../shared/formats.ts'
