import { answerDiscovery } from './discovery-answer.ts'
import { errorReply } from './error-body.ts'
import { answerAcknowledgment, answerPoll } from './event-answers.ts'
import { admit } from './gate.ts'
import { answerCancellation, answerCode, answerMove, answerRead } from './order-answers.ts'
import type { LedgerDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import { answerToken } from './token-answer.ts'
import { assertNever } from './vocabulary.ts'
import type { World } from './world.ts'

/** The answer of the platform without faults. Records the effects of the request in `entry`. */
export function answer(world: World, request: PlatformRequest, entry: LedgerDraft): Reply {
  const { route } = request
  if (route === 'token') return answerToken(world, request, entry)
  if (route === 'discovery') return answerDiscovery(world)
  if (route === 'unknown') {
    world.witness.complain(entry, 'unknown-route', `${request.method} ${request.path}`)
    return errorReply(world.dialect, 404, 'NOT_FOUND', 'No such operation')
  }
  const admission = admit(world, request, entry)
  if (!admission.admitted) return admission.reply
  const { clientId } = admission
  const orderId = request.orderId ?? ''
  switch (route) {
    case 'poll':
      return answerPoll(world, request, entry, clientId)
    case 'acknowledgment':
      return answerAcknowledgment(world, request, entry, clientId)
    case 'read':
      return answerRead(world, request, entry, clientId, orderId)
    case 'requestCancellation':
      return answerCancellation(world, request, entry, clientId, orderId)
    case 'validateCode':
      return answerCode(world, request, entry, clientId, orderId)
    case 'confirm':
    case 'preparing':
    case 'ready-for-pickup':
    case 'dispatch':
    case 'delivered':
      return answerMove(world, request, entry, clientId, orderId, route)
    default:
      return assertNever(route)
  }
}
