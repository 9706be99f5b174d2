/** The types of Chromium's DevTools protocol. playwright-core contains them but does not export them. */
export type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'
