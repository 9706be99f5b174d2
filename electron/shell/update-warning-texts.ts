import type { Locale } from '../../shared/settings.ts'

/** The warning about a new version that draws no board, in each language. */
export const updateWarnings = (version: string, previousVersion: string): Readonly<Record<Locale, string>> => ({
  'pt-BR': `O Comanda ${version} não mostra os pedidos neste computador. Instale de novo a versão ${previousVersion}.`,
  en: `Comanda ${version} shows no orders on this computer. Install version ${previousVersion} again.`,
  es: `Comanda ${version} no muestra los pedidos en esta computadora. Instale de nuevo la versión ${previousVersion}.`,
})
