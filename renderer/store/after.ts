/** Runs once after `ms`. Returns the function that cancels it. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Runs once after the tasks that are queued now. A message is used because browsers may delay or pause timers. */
function afterQueue(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}

/** Runs once the window has drawn its changes and handled the messages that arrived meanwhile. */
export const whenFree = (run: () => void): void => afterQueue(() => afterQueue(run))
