import type { UpdateTrouble } from '../../shared/updates.ts'

/** How this program was installed, which decides how an update of it is installed. */
export type InstallKind = 'appimage' | 'deb' | 'nsis' | 'mac'

/** A download that matches the hash of a signed feed. */
export type DownloadedUpdate = {
  readonly version: string
  readonly file: string
  /** Hash of the file, Base64, from the signed feed. */
  readonly sha512: string
  /** The installer asks for the password of an administrator. */
  readonly needsAdministrator: boolean
}

export type FeedResult =
  | { readonly kind: 'none' }
  /** `download` ends by itself when no more bytes arrive. */
  | {
      readonly kind: 'offered'
      readonly version: string
      download(onPercent: (percent: number) => void): Promise<Download>
    }
  | { readonly kind: 'failed'; readonly trouble: UpdateTrouble; readonly error: string }

export type Download =
  | { readonly kind: 'downloaded'; readonly update: DownloadedUpdate }
  | { readonly kind: 'failed'; readonly trouble: UpdateTrouble; readonly error: string }

/** Interface of the library that reads the feed and downloads. Never throws. */
export type UpdaterPort = {
  /** Reads the feed. A newer version counts only when this computer is in its share. */
  readFeed(): Promise<FeedResult>
  /**
   * Starts the system's installer with the last download; not for an AppImage (`replaceAppImage`). False when the
   * installer could not be started, or the file is no longer what the feed names. On macOS the system ends the program by itself later on.
   */
  install(): boolean
}
