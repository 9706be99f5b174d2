import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Sends forged deliveries at a steady rate on a separate thread, and reports the answers. */

export type Flood = {
  readonly port: number
  readonly path: string
  readonly perSecond: number
  readonly seconds: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type FloodReport = { readonly sent: number; readonly byStatus: Readonly<Record<string, number>> }

const TICK_MS = 5
const { port, path, perSecond, seconds, headers, body }: Flood = workerData
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const byStatus: Record<string, number> = {}
let sent = 0
let answered = 0
const beganAt = performance.now()

function settled(outcome: string): void {
  byStatus[outcome] = (byStatus[outcome] ?? 0) + 1
  answered += 1
}

function send(): void {
  sent += 1
  const outgoing = request({ port, path, method: 'POST', agent, headers, host: '127.0.0.1' }, (response) => {
    response.resume()
    response.on('end', () => settled(String(response.statusCode)))
  })
  // The connection of a refused request may be closed before the request was written.
  outgoing.on('error', () => settled('broken'))
  outgoing.end(body)
}

const timer = setInterval(() => {
  const elapsed = (performance.now() - beganAt) / 1_000
  const due = Math.min(seconds, elapsed) * perSecond
  while (sent < due) send()
  if (elapsed < seconds || answered < sent) return
  clearInterval(timer)
  agent.destroy()
  const report: FloodReport = { sent, byStatus }
  parentPort?.postMessage(report)
}, TICK_MS)
