/** The Electron whose API this is: the version that the project pins. */
export const ELECTRON_VERSION = '45.3.4'
