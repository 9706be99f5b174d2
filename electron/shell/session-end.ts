import type { App, PowerMonitor } from 'electron'

export type SessionEndParts = { readonly app: Pick<App, 'on'>; readonly monitor: Pick<PowerMonitor, 'on'> }

/**
 * Calls the listener, perhaps more than once, when the system shuts down or its user logs off. The listener must finish
 * its work before it returns: Windows then ends the process (shell/browser/native_window_views_win.cc, WM_ENDSESSION).
 */
export function onSessionEnd({ app, monitor }: SessionEndParts, listener: () => void): void {
  // On Linux Electron counts listeners of `shutdown` only once there is one of another event before it
  // (lib/browser/api/power-monitor.ts).
  monitor.on('suspend', () => undefined)
  monitor.on('shutdown', listener)
  // Windows has no `shutdown` and no `before-quit` at the end of a session.
  app.on('browser-window-created', (_event, window) => window.on('session-end', listener))
}
