import type { FailureCode } from '../contract.ts'
import type { Trouble } from '../freshness.ts'
import type { CancellationCode, KnownStatus, OrderAction } from '../lifecycle.ts'
import type { LinkTrouble } from '../link-trouble.ts'
import type { KeepTrouble } from '../setup.ts'
import type { ConflictReason, CourierState, Lane, TapStatus } from '../ticket.ts'
import type { ptBR } from './pt-BR.ts'
import type { TextsLike, WordsFor } from './text-shapes.ts'

/** Every text of the product in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type Texts = TextsLike<typeof ptBR>

/** The texts about one order: its ticket, its steps, its payment, its cancellation. They have files of their own. */
export type OrderTexts = Pick<
  Texts,
  | 'lane'
  | 'status'
  | 'orderType'
  | 'action'
  | 'actionShort'
  | 'ticket'
  | 'consumption'
  | 'place'
  | 'courier'
  | 'conflictShort'
  | 'done'
  | 'payment'
  | 'tapStatus'
  | 'conflict'
  | 'cancel'
  | 'code'
  | 'whole'
>

/** The texts of the history and of printing; they have files of their own. */
export type RecordTexts = Pick<Texts, 'history' | 'paper'>

/** The texts about the state of the program: freshness, troubles, notices, failures. They have files of their own. */
export type MessageTexts = Pick<Texts, 'freshness' | 'trouble' | 'notice' | 'failure'>

/** The values of a board's `notice`. */
export type NoticeKey = keyof Texts['notice']

/**
 * The codes that each language must have words for: a new code in the contract is a compile error until it has words.
 */
export type CodesInWords = {
  readonly lane: WordsFor<Lane>
  readonly status: WordsFor<KnownStatus>
  readonly action: WordsFor<OrderAction>
  readonly courier: WordsFor<CourierState>
  readonly tapStatus: WordsFor<TapStatus>
  readonly conflict: WordsFor<ConflictReason>
  readonly cancel: { readonly code: WordsFor<CancellationCode> }
  readonly trouble: WordsFor<Trouble>
  readonly setup: WordsFor<Exclude<Trouble, LinkTrouble>> & { readonly advice: WordsFor<KeepTrouble> }
  readonly failure: WordsFor<FailureCode>
}
