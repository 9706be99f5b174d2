import { authorize } from './authorization.ts'
import { answerDiscovery } from './discovery-answer.ts'
import { errorReply } from './error-reply.ts'
import { answerAcknowledgment, answerPoll } from './event-answers.ts'
import { answerCancellation, answerCode, answerMove, answerRead } from './order-answers.ts'
import type { PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import { answerToken } from './token-answer.ts'
import { assertNever } from './vocabulary.ts'

/** The answer of the platform without faults. Records the effects of the request in `entry`. */
export function answer(state: PlatformState, request: PlatformRequest, entry: RequestDraft): Reply {
  const { route } = request
  if (route === 'token') return answerToken(state, request, entry)
  if (route === 'discovery') return answerDiscovery(state)
  if (route === 'unknown') {
    state.recorder.recordViolation(entry, 'unknown-route', `${request.method} ${request.path}`)
    return errorReply(state.dialect, 404, 'NOT_FOUND', 'No such operation')
  }
  const authorization = authorize(state, request, entry)
  if (!authorization.isAuthorized) return authorization.reply
  const { clientId } = authorization
  const call = { state, request, entry, clientId, orderId: request.orderId ?? '' }
  switch (route) {
    case 'poll':
      return answerPoll(state, request, entry, clientId)
    case 'acknowledgment':
      return answerAcknowledgment(state, request, entry, clientId)
    case 'read':
      return answerRead(call)
    case 'requestCancellation':
      return answerCancellation(call)
    case 'validateCode':
      return answerCode(call)
    case 'confirm':
    case 'preparing':
    case 'ready-for-pickup':
    case 'dispatch':
    case 'delivered':
      return answerMove(call, route)
    default:
      return assertNever(route)
  }
}
