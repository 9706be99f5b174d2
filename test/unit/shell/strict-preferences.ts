/**
 * The preferences that every window and view of the product must have. Each test states the other preferences itself.
 */
export const STRICT_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  devTools: false,
  spellcheck: false,
  disableDialogs: true,
} as const
