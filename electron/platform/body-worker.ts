import { parentPort } from 'node:worker_threads'
import { slimEvent } from '../../shared/order/event-page.ts'
import { type BodyAnswer, type BodyJob, STARTED } from './body-thread.ts'
import { readShaped, type ShapedBody } from './shaped-body.ts'

/** A value that is nested deeper cannot be copied to the main thread. Honest ones have less than ten levels. */
const MAX_DEPTH = 200

/** Without recursion. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  return level.length > 0
}

/** An element that is nested too deep keeps its known members. */
const copyable = (element: unknown): unknown => (isTooDeep(element) ? slimEvent(element) : element)

function copyableBody(body: ShapedBody): ShapedBody {
  const { delivery } = body
  if (delivery?.kind === 'events') return { ...body, delivery: { ...delivery, events: delivery.events.map(copyable) } }
  if (body.kind !== 'json') return body
  if (Array.isArray(body.value)) return { ...body, value: body.value.map(copyable) }
  return isTooDeep(body.value) ? { kind: 'unreadable' } : body
}

/** The program of the thread: reads bodies one after the other. */
parentPort?.postMessage(STARTED)
parentPort?.on('message', ({ number, text, contentType, shape }: BodyJob) => {
  const answer: BodyAnswer = { number, body: copyableBody(readShaped(text, contentType, shape)) }
  parentPort?.postMessage(answer)
})
