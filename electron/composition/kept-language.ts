import type { Station } from '../station/station-port.ts'
import { openLanguageFile } from '../storage/language-file.ts'

/**
 * Keeps the station's language in its file, and restores it after the ledger was lost: the owner must be able to read the
 * message about it.
 */
export function keepLanguage(
  folder: string,
  station: Pick<Station, 'settings' | 'changeSettings'>,
  isLedgerLost: boolean,
): void {
  const file = openLanguageFile(folder)
  const locale = isLedgerLost ? file.read() : undefined
  if (locale !== undefined) station.changeSettings({ locale })
  station.settings.onChange((settings) => file.save(settings.locale))
  file.save(station.settings.now().locale)
}
