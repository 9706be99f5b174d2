import type { UpdateTrouble } from '../../shared/updates.ts'

/** How this program was installed, which decides how an update of it is installed. */
export type InstallKind = 'appimage' | 'deb' | 'nsis' | 'mac'

/** What is downloaded and matches the hash of a signed feed. */
export type DownloadedUpdate = {
  readonly version: string
  readonly file: string
  /** Of the file, Base64, from the signed feed. */
  readonly sha512: string
  /** The installer asks for the password of an administrator. */
  readonly needsAdministrator: boolean
}

export type UpdateLook =
  | { readonly kind: 'none' }
  /** `download` gives up by itself when nothing arrives any more. */
  | {
      readonly kind: 'offered'
      readonly version: string
      download(onPercent: (percent: number) => void): Promise<Download>
    }
  | { readonly kind: 'failed'; readonly trouble: UpdateTrouble; readonly error: string }

export type Download =
  | { readonly kind: 'downloaded'; readonly update: DownloadedUpdate }
  | { readonly kind: 'failed'; readonly trouble: UpdateTrouble; readonly error: string }

/** The library that reads the feed and downloads, behind what the program needs of it. Nothing is ever thrown. */
export type UpdaterPort = {
  /** Reads the feed. Only a newer version in whose share this computer is counts. */
  look(): Promise<UpdateLook>
  /**
   * Hands the last download to the installer of the system; not for an AppImage (`appimage-swap.ts`). False when the
   * installer could not be started. On macOS the system ends the program by itself later on.
   */
  install(): boolean
}
