/** Types of Chromium's DevTools protocol; playwright-core carries them without exporting them. Types only: nothing of it runs. */
export type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'
