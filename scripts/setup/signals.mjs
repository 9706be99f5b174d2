/**
 * Lets a launched script end in order when the launcher gets a signal: the launcher stays until the script has ended.
 * On Windows the console gives Ctrl-C to the script as well, and `kill` would end the script at once, before it has closed
 * its window and removed its profile.
 * @param {{ kill(signal: NodeJS.Signals): unknown }} script
 * @param {{ platform: NodeJS.Platform, on(signal: NodeJS.Signals, listener: () => void): unknown }} launcher
 */
export function passSignals(script, launcher) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    launcher.on(signal, () => {
      if (launcher.platform !== 'win32') script.kill(signal)
    })
}
