import type { WebPreferences } from 'electron'

/**
 * Preferences of a page without a bridge, which shows text of customers. Every relevant one is stated, so that a test
 * can compare them with the checklist. There is no preload script and no Node.
 */
export const plainPagePreferences = (partition: string): WebPreferences => ({
  partition, // SECURITY: screen-session (docs/security.md)
  contextIsolation: true, // SECURITY: context-isolation (docs/security.md)
  sandbox: true, // SECURITY: sandbox (docs/security.md)
  nodeIntegration: false, // SECURITY: node-integration (docs/security.md)
  nodeIntegrationInWorker: false, // SECURITY: node-integration (docs/security.md)
  nodeIntegrationInSubFrames: false, // SECURITY: node-integration (docs/security.md)
  webSecurity: true, // SECURITY: web-security (docs/security.md)
  allowRunningInsecureContent: false, // SECURITY: insecure-content (docs/security.md)
  experimentalFeatures: false, // SECURITY: experimental-features (docs/security.md)
  webviewTag: false, // SECURITY: webview (docs/security.md)
  navigateOnDragDrop: false, // SECURITY: navigation (docs/security.md)
  devTools: false, // SECURITY: devtools (docs/security.md)
  spellcheck: false, // SECURITY: remote-content (docs/security.md)
  disableDialogs: true,
})
