/**
 * Forwards the launcher's signals to the script, so that the script can end in order. Not on Windows: there the console
 * also sends Ctrl-C to the script, and `kill` would end the script before it has closed its window and removed its profile.
 * @param {{ kill(signal: NodeJS.Signals): unknown }} script
 * @param {{ platform: NodeJS.Platform, on(signal: NodeJS.Signals, listener: () => void): unknown }} launcher
 */
export function forwardSignals(script, launcher) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    launcher.on(signal, () => {
      if (launcher.platform !== 'win32') script.kill(signal)
    })
}
