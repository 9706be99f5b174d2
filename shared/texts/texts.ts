import type { Locale } from '../contract/settings.ts'
import type bag from './pt-BR/bag.json'
import type board from './pt-BR/board.json'
import type cancelling from './pt-BR/cancelling.json'
import type code from './pt-BR/code.json'
import type courier from './pt-BR/courier.json'
import type customers from './pt-BR/customers.json'
import type emptyWall from './pt-BR/emptyWall.json'
import type handOver from './pt-BR/handOver.json'
import type history from './pt-BR/history.json'
import type keyboard from './pt-BR/keyboard.json'
import type lock from './pt-BR/lock.json'
import type offer from './pt-BR/offer.json'
import type paper from './pt-BR/paper.json'
import type payment from './pt-BR/payment.json'
import type practice from './pt-BR/practice.json'
import type queue from './pt-BR/queue.json'
import type refusedTap from './pt-BR/refusedTap.json'
import type removed from './pt-BR/removed.json'
import type roles from './pt-BR/roles.json'
import type safePage from './pt-BR/safePage.json'
import type settings from './pt-BR/settings.json'
import type setup from './pt-BR/setup.json'
import type sound from './pt-BR/sound.json'
import type turn from './pt-BR/turn.json'
import type wholeOrder from './pt-BR/wholeOrder.json'
import type wizard from './pt-BR/wizard.json'

/** The texts of the board in one language. Portuguese sets the shape; a test compares the other languages with it. */
export type BoardTexts = typeof board

/** The texts that the main process uses, in one language. */
export type Texts = BoardTexts & {
  readonly history: typeof history
  readonly paper: typeof paper
  readonly payment: typeof payment
  readonly customers: typeof customers
  readonly safePage: typeof safePage
}

/** The texts of the features in one language, by namespace: one JSON file each. */
export type FeatureTexts = {
  readonly bag: typeof bag
  readonly cancelling: typeof cancelling
  readonly code: typeof code
  readonly courier: typeof courier
  readonly customers: typeof customers
  readonly emptyWall: typeof emptyWall
  readonly handOver: typeof handOver
  readonly history: typeof history
  readonly keyboard: typeof keyboard
  readonly lock: typeof lock
  readonly offer: typeof offer
  readonly paper: typeof paper
  readonly payment: typeof payment
  readonly practice: typeof practice
  readonly queue: typeof queue
  readonly refusedTap: typeof refusedTap
  readonly removed: typeof removed
  readonly roles: typeof roles
  readonly settings: typeof settings
  readonly setup: typeof setup
  readonly sound: typeof sound
  readonly turn: typeof turn
  readonly wholeOrder: typeof wholeOrder
  readonly wizard: typeof wizard
}

/** The values of a board's `notice`. */
export type NoticeKey = keyof BoardTexts['notice']

/** Each language by its own name, for the choice of language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Português (Brasil)',
  en: 'English',
  es: 'Español',
}
