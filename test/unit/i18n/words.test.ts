import { describe, expect, it } from 'vitest'
import { SAFE_TEXTS } from '../../../electron/shell/safe-texts.ts'
import { updateWarnings } from '../../../electron/shell/update-warning-texts.ts'
import { KEYBOARD_LANGUAGES } from '../../../renderer/keyboard/texts/keyboard-languages.ts'
import { LOCK_LANGUAGES } from '../../../renderer/lock/texts/lock-languages.ts'
import { PRACTICE_LANGUAGES } from '../../../renderer/practice/texts/practice-languages.ts'
import { ROLES_LANGUAGES } from '../../../renderer/roles/texts/roles-languages.ts'
import { SETTINGS_LANGUAGES } from '../../../renderer/settings/texts/settings-languages.ts'
import { SETUP_LANGUAGES } from '../../../renderer/setup/texts/setup-languages.ts'
import { CUSTOMERS_WORDS } from '../../../shared/customers-words.ts'
import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { LOCALES, type Locale } from '../../../shared/settings.ts'

/** Every text of a language, with the path that names it. */
function textsOf(locale: Locale): readonly (readonly [path: string, text: string])[] {
  const leaves = (value: unknown, path: string): readonly (readonly [string, string])[] => {
    if (typeof value === 'string') return [[path, value]]
    if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`)
    return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
  }
  return [
    ...leaves(LANGUAGES[locale], 'shared'),
    ...leaves(KEYBOARD_LANGUAGES[locale], 'keyboard'),
    ...leaves(LOCK_LANGUAGES[locale], 'lock'),
    ...leaves(PRACTICE_LANGUAGES[locale], 'practice'),
    ...leaves(ROLES_LANGUAGES[locale], 'roles'),
    ...leaves(SETTINGS_LANGUAGES[locale], 'settings'),
    ...leaves(SETUP_LANGUAGES[locale], 'setup'),
    ...leaves(CUSTOMERS_WORDS[locale], 'customers'),
    ...leaves(SAFE_TEXTS[locale], 'safe page'),
    ...leaves(updateWarnings('2', '1')[locale], 'update warning'),
  ]
}

/** A word that a kitchen does not use for this, and the word that the texts use. */
const AVOIDED: Readonly<Record<Locale, readonly (readonly [avoided: RegExp, used: string])[]>> = {
  'pt-BR': [
    [/\bsozinh[oa]s?\b/i, 'automaticamente'],
    [/\bjeito\b/i, 'compatibilidade'],
    [/\bGuardar\b/, 'Salvar'],
    [/\b(chaveiro|texto aberto)\b/i, 'cofre de senhas, sem proteção'],
    [/\btranca/i, 'bloquear'],
    [/\b(última vista|vista desta tela)\b/i, 'última tela, modo desta tela'],
    [/\b(rever|chamar de volta)\b/i, 'reabrir'],
    [/\b(de onde se lê|quem lê)\b/i, 'distância de leitura'],
    [/\bmetade em até\b/i, 'tempo típico'],
    [/\btoques? sem confirmação\b/i, 'envios pendentes'],
    [/\bchamando\b/i, 'tocando'],
    [/\blinhas? em\b/i, 'itens'],
    [/\bnão aplicado\b/i, 'sem efeito'],
    [/\b(fazer|faça) (o|um) código\b/i, 'gerar'],
    [/\bhoras de silêncio\b/i, 'horário de silêncio'],
  ],
  en: [
    [/\bby itself\b/i, 'automatically'],
    [/\ball the same\b/i, 'anyway'],
    [/\bgone out\b/i, 'out'],
    [/^attention$|until attention/i, 'due soon'],
    [/\bcalling\b/i, 'ringing'],
    [/\bconcluded\b/i, 'completed'],
    [/\bset-up\b/i, 'setup'],
    [/\b(goes|go) on\b/i, 'continue, keep'],
    [/\bshop\b/i, 'store'],
    [/\bidentity\b/i, 'ID'],
    [/\b(hood|fan)\b(?<!extractor fan)/i, 'extractor fan'],
    [/\btouch(es|ed)? (it|an order|its ticket)\b/i, 'tap'],
    [/\bnot applied\b/i, 'no effect'],
  ],
  es: [
    [/\b(ordenador|equipo)\b/i, 'computadora'],
    [/\btienda\b/i, 'local'],
    [/^Envío$/, 'reparto'],
    [/\b(a domicilio|Entrega:|horario de entrega|zona de entrega)/i, 'reparto'],
    [/\baltavoz\b/i, 'parlante'],
    [/\b(campana)\b/i, 'extractor'],
    [/\brever\b/i, 'ver otra vez'],
    [/\bllamando\b/i, 'sonando'],
    [/\bplatos?\b/i, 'producto'],
    [/\btexto plano\b/i, 'sin protección'],
    [/\b(identidad)\b/i, 'identificación'],
    [/\bpara entrega\b/i, 'a reparto'],
    [/\benvíos? pendientes?\b/i, 'toques pendientes'],
    [/\bretrasos?\b/i, 'atraso'],
    [/\btickets?\b/i, 'pedido, comanda'],
    [/\bartículos?\b/i, 'producto'],
    [/\bvuelve sol[oa]\b/i, 'automáticamente'],
    [/\bno aplicado\b/i, 'sin efecto'],
    [/\bhoras de silencio\b/i, 'horario de silencio'],
    [/\bsalta(r|do)\b/i, 'omitir'],
  ],
}

describe('the words of the kitchen', () => {
  it.each(LOCALES)('are used in every text in %s', (locale) => {
    const found = textsOf(locale).flatMap(([path, text]) =>
      AVOIDED[locale].filter(([avoided]) => avoided.test(text)).map(([, used]) => `${path} "${text}": use ${used}`),
    )
    expect(found).toEqual([])
  })

  it('use one word for one thing', () => {
    const { 'pt-BR': pt, en, es } = LANGUAGES
    expect([pt.alarm.elsewhere, pt.board.more_other, pt.board.unsettled_other, pt.queue.title]).toEqual([
      'Novos em outra página:',
      '+{{count}} pedidos',
      '{{count}} envios pendentes',
      'Envios pendentes',
    ])
    expect([pt.history.recall, pt.settings.save, pt.settings.distance, pt.counter.startLast]).toEqual([
      'Reabrir',
      'Salvar',
      'Distância de leitura',
      'Última tela',
    ])
    expect([pt.history.median, SETTINGS_LANGUAGES['pt-BR'].advanced.platform]).toEqual([
      'tempo típico {{time}}',
      'Compatibilidade',
    ])
    expect([en.lane.done, en.status.CONCLUDED]).toEqual(['Out', 'Completed'])
    expect([en.alarm.ringing_other, en.station.allTheSame, SETTINGS_LANGUAGES.en.support.quitNow]).toEqual([
      '{{count}} orders ringing',
      'Other stations are not done. Ready anyway',
      'Close anyway',
    ])
    expect([es.orderType.DELIVERY, es.status.IN_DELIVERY, es.action.dispatch]).toEqual([
      'Reparto',
      'En reparto',
      'Salió a reparto',
    ])
    expect([es.keys.recall, es.history.recall]).toEqual(['ver otra vez el último', 'Ver otra vez'])
  })

  it.each(LOCALES)('describe the reading distance equally in the setup and in the settings in %s', (locale) => {
    expect(SETUP_LANGUAGES[locale].screen.distance).toBe(LANGUAGES[locale].settings.distance)
  })
})

describe('the words of an action', () => {
  it.each(LOCALES)('are the same in a narrow place, or fewer, in %s', (locale) => {
    const { action, actionShort } = LANGUAGES[locale]
    for (const name of ['acknowledge', 'dispatch'] as const) {
      expect(action[name].toLowerCase()).toContain(actionShort[name].toLowerCase())
    }
  })
})
