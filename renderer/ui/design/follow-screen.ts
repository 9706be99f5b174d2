import type { ComandaStore } from '../../store/comanda-store.ts'
import { cssVariables, type DesignTokens, tokensFor } from './tokens.ts'

/** Updates the sizes of the window when the screen, the window or the settings about them change. */
export function followScreen(comanda: ComandaStore, onTokens: (tokens: DesignTokens) => void): void {
  let written = ''
  const follow = (): void => {
    const { settings } = comanda.getState()
    if (settings === undefined) return
    const tokens = tokensFor({
      // A window without a real screen (a picture, a test) counts as the whole screen.
      screenWidth: Math.max(screen.width, innerWidth),
      screenHeight: Math.max(screen.height, innerHeight),
      width: innerWidth,
      height: innerHeight,
      screenInches: settings.screenInches,
      readingDistanceCm: settings.readingDistanceCm,
    })
    const variables = cssVariables(tokens)
    const now = JSON.stringify([tokens, variables])
    if (now === written) return
    written = now
    for (const [name, value] of variables) document.documentElement.style.setProperty(name, value)
    onTokens(tokens)
  }
  comanda.subscribe((state, before) => {
    if (state.settings !== before.settings) follow()
  })
  addEventListener('resize', follow)
  // Another display may have another pixel size while the window's size is unchanged. Only Chromium's `Screen` has events.
  if (screen instanceof EventTarget) screen.addEventListener('change', follow)
}
