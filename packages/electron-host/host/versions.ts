/** The version of Electron whose API the host implements: the version that the project pins. */
export const ELECTRON_VERSION = '45.5.0'
