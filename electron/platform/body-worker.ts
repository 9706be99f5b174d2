import { parentPort } from 'node:worker_threads'
import { type BodyAnswer, type BodyJob, STARTED } from './body-thread.ts'
import { readShaped } from './shaped-body.ts'

/** The program of the thread: reads bodies one after the other. */
parentPort?.postMessage(STARTED)
parentPort?.on('message', ({ number, text, contentType, shape }: BodyJob) => {
  const answer: BodyAnswer = { number, body: readShaped(text, contentType, shape) }
  parentPort?.postMessage(answer)
})
