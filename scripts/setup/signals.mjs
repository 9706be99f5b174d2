/**
 * Forwards the launcher's signals to the script, so that it can end in order. Not on Windows: its console sends Ctrl-C to
 * the script too.
 * @param {{ kill(signal: NodeJS.Signals): unknown }} script
 * @param {{ platform: NodeJS.Platform, on(signal: NodeJS.Signals, listener: () => void): unknown }} launcher
 */
export function forwardSignals(script, launcher) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    launcher.on(signal, () => {
      if (launcher.platform !== 'win32') script.kill(signal)
    })
}
