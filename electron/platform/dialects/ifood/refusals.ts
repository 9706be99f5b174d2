import type { OrderAction } from '../../../../shared/order/lifecycle.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import type { Refused } from '../../answers.ts'
import type { HttpReply } from '../../http.ts'
import { parseErrorBody } from '../../setback.ts'

/** A request to cancel while another one is open: its event decides about this one too, as after 409. */
const IS_UNDER_WAY = 'ORDERHASACANCELLATIONINPROGRESS'

/** A refusal with another meaning than its status has. `undefined`: the common reading. */
export function refusalOf(action: OrderAction, { status, body }: HttpReply): Refused | undefined {
  if (action !== 'requestCancellation' || status !== 400) return undefined
  const error = parseErrorBody(body)
  return foldedWord(error.code ?? '') === IS_UNDER_WAY ? { kind: 'refused', ...error, status: 409 } : undefined
}
