// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { EVENING, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

/** Interval in which a page requests its state. */
const CHECK_INTERVAL_MS = 1_000
const WEBHOOK_ON: Settings['webhook'] = { enabled: true, port: 8_787, bind: 'loopback' }
const UPDATE_READY = { state: 'ready', version: '1.0.0', offered: '1.1.0', checkedAt: EVENING, needsPerson: false }
const LISTENING = {
  state: 'listening',
  urls: ['http://127.0.0.1:8787/webhook/events'],
  accepted: 12,
  refused: 1,
  lastDelivery: { at: EVENING, verdict: 'accepted' },
}
const REFUSED = { ok: false, code: 'storage', message: '' }

async function openSettings(
  section: string,
  given: Partial<Settings> = {},
  answers: Readonly<Record<string, unknown>> = {},
) {
  const settings = settingsWith(given)
  const opened = await openInDom(snapshotOf([ticket('1')], { settings }), answers)
  await opened.tap('@open-settings')
  await opened.tap(`[data-section="${section}"]`)
  const row = (label: string) => opened.find('@settings-section .row', label)
  const step = async (label: string, at: number) =>
    opened.touch((await row(label)).querySelectorAll('.stepper-button')[at])
  return {
    ...opened,
    /** Touches a choice of the page. */
    choose: (text: string) => opened.tap('@settings-section [aria-pressed]', text),
    /** Touches the switch in the row with these words. */
    flip: async (label: string) => opened.touch((await row(label)).querySelector('[role="switch"]') ?? undefined),
    less: (label: string) => step(label, 0),
    more: (label: string) => step(label, 1),
    changes: () => opened.calls('settings:change'),
    /** Other settings from the main process. */
    now: (changed: Partial<Settings>) => opened.push({ settings: { ...settings, ...changed } }),
  }
}

it('the page of the paper states that nothing is printed automatically until a printer is chosen', async () => {
  const paper = { printer: '', paper: '80mm', printsNew: true, printsWhenOfflineMinutes: 0 } as const
  const printers = { 'print:printers': [{ name: 'TM', label: 'EPSON TM' }] }
  const { choose, find, gone, all, now, changes } = await openSettings('paper', { paper }, printers)
  await find('@printer-not-named', 'Escolha uma impressora')
  for (const label of ['EPSON TM', 'Bobina 58 mm', '10 min']) await choose(label)
  expect(changes()).toEqual([
    { paper: { printer: 'TM' } },
    { paper: { paper: '58mm' } },
    { paper: { printsWhenOfflineMinutes: 10 } },
  ])
  await now({ paper: { ...paper, printer: 'TM' } })
  await gone('@printer-not-named')
  await now({ paper: { ...paper, printsNew: false } })
  expect(all('@printer-not-named')).toEqual([])
})

describe('the page of the webhook', () => {
  it('sets the webhook, its network and its port, and replaces a port that is not allowed by the nearest one', async () => {
    const { choose, flip, find, fill, press, all, now, changes } = await openSettings('webhook')
    await flip('Receber avisos da plataforma')
    await now({ webhook: WEBHOOK_ON })
    expect(all('@webhook-lan-warning')).toEqual([])
    await choose('Toda a rede da loja')
    await now({ webhook: { ...WEBHOOK_ON, bind: 'lan' } })
    await find('@webhook-lan-warning', 'Wi-Fi dos clientes')
    for (const [typed, port] of [
      ['9000', 9_000],
      ['80', 1_024],
    ] as const) {
      await fill('@settings-section .stepper-input', typed)
      await press('Enter')
      expect(changes().at(-1)).toEqual({ webhook: { port } })
      await now({ webhook: { enabled: true, bind: 'lan', port } })
    }
    expect(changes().slice(0, 2)).toEqual([{ webhook: { enabled: true } }, { webhook: { bind: 'lan' } }])
  })

  it('shows an address and the last delivery of each connection, where there are several', async () => {
    const { all, find, words, ok, runFor } = await openSettings('webhook', { webhook: WEBHOOK_ON })
    const rua = { name: 'Rua', urls: ['http://127.0.0.1:8787/2/v1/newEvent'], accepted: 3, refused: 0 }
    ok('webhook:status', { ...LISTENING, connections: [{ ...LISTENING, name: 'Casa' }, rua] })
    await runFor(CHECK_INTERVAL_MS)
    await find('[data-connection="Rua"] @webhook-url')
    expect(all('@webhook-url')).toHaveLength(2)
    expect(words('[data-connection="Casa"] @webhook-url')).toBe(LISTENING.urls[0])
    expect(words('[data-connection="Rua"]')).toContain('Rua')
    expect(words('[data-connection="Rua"] @webhook-url')).toBe(rua.urls[0])
    expect(words('[data-connection="Casa"] @webhook-counts')).toBe('Desde a abertura: 12 aceitos, 1 recusados.')
    expect(words('[data-connection="Rua"] @webhook-counts')).toBe('Desde a abertura: 3 aceitos, 0 recusados.')
  })

  it('shows the address, the state and the last delivery, updates them, and requests no state after it was closed', async () => {
    const { find, tap, words, ok, runFor, calls } = await openSettings('webhook', { webhook: WEBHOOK_ON })
    const nextStatus = async (status: object) => {
      ok('webhook:status', status)
      await runFor(CHECK_INTERVAL_MS)
    }
    await nextStatus({ state: 'failed', trouble: 'port-in-use', urls: [], accepted: 0, refused: 0 })
    await find(
      '@webhook-state[data-state="failed"]',
      'Não está recebendo. Outro programa já usa esta porta: escolha outra.',
    )
    await nextStatus(LISTENING)
    await find('@webhook-state[data-state="listening"]')
    expect(words('@webhook-url')).toBe(LISTENING.urls[0])
    expect(words('@webhook-last')).toBe('20:15 Aceito.')
    expect(words('@webhook-counts')).toBe('Desde a abertura: 12 aceitos, 1 recusados.')
    await nextStatus({ ...LISTENING, lastDelivery: { at: EVENING, verdict: 'signature-wrong' } })
    await find('@settings-section', 'assinatura errada')
    await tap('[data-section="pin"]')
    const before = calls('webhook:status').length
    await runFor(10 * CHECK_INTERVAL_MS)
    expect(calls('webhook:status')).toHaveLength(before)
  })
})

describe('the advanced settings', () => {
  it('change each duration and each option of the platform', async () => {
    const { choose, less, more, changes } = await openSettings('advanced')
    await less('Prazo para aceitar um pedido')
    await more('Buscar pedidos a cada')
    await more('Pedidos que saíram ficam na tela por')
    await choose('1250 (só centavos)')
    await choose('Pronto › entregue, em um toque')
    await choose('Dentro da mensagem')
    await choose('Número, pedido e tipo (versão 1)')
    await choose('Só o número de cada um')
    expect(changes()).toEqual([
      { confirmDeadlineMinutes: 7 },
      { pollIntervalSeconds: 35 },
      { doneLaneMinutes: 35 },
      { dialect: { money: 'cents' } },
      { dialect: { deliveredFromReady: true } },
      { dialect: { validateCode: 'body' } },
      { dialect: { acknowledgment: 'v1' } },
      { dialect: { acknowledgment: 'ids' } },
    ])
  })

  it('show the old value again when a change was refused, with the reason', async () => {
    const { more, find, until, all, answer } = await openSettings('advanced')
    answer('settings:change', REFUSED)
    await more('Buscar pedidos a cada')
    await find('@settings-dialog [role="alert"]')
    const [row] = all('.row', 'Buscar pedidos a cada')
    await until('the old value', () => row?.querySelector('input')?.value.startsWith('30'))
  })
})

describe('quick touches', () => {
  it('of a value count each, before the first one is stored', async () => {
    const { more, changes } = await openSettings('screen', { readingDistanceCm: 100 })
    for (let touch = 0; touch < 3; touch += 1) await more('Distância de leitura')
    expect(changes()).toEqual([150, 200, 300].map((readingDistanceCm) => ({ readingDistanceCm })))
  })

  it('of two times of day count each, and the second keeps the first', async () => {
    const quietHours = { enabled: true, from: '23:00', to: '08:00' }
    const { alarm } = settingsWith({})
    const { more, changes } = await openSettings('sound', { alarm: { ...alarm, quietHours } })
    for (const end of ['Das', 'Das', 'Às']) await more(end)
    expect(changes()).toEqual(
      [
        { from: '23:30', to: '08:00' },
        { from: '00:00', to: '08:00' },
        { from: '00:00', to: '08:30' },
      ].map((hours) => ({ alarm: { quietHours: { enabled: true, ...hours } } })),
    )
  })
})

describe('the page for accepting orders', () => {
  it('sets a preparation time, changes it and removes it again; the preparation can start with the acceptance', async () => {
    const { touch, flip, all, now, changes } = await openSettings('accepting')
    await flip('Aceitar também inicia o preparo')
    await flip('Informar o tempo de preparo ao aceitar')
    await now({ preparationMinutes: 25 })
    await touch(all('[data-part="by-tap"] .stepper-button')[1])
    await flip('Informar o tempo de preparo ao aceitar')
    expect(changes()).toEqual([
      { confirmStartsPreparation: false },
      { preparationMinutes: 30 },
      { preparationMinutes: 30 },
      { preparationMinutes: null },
    ])
  })

  it('accepts orders automatically only after this is switched on, with hours and a number that are set by touch', async () => {
    const { tap, touch, all, now, changes } = await openSettings('accepting')
    expect(all('[data-part="by-rules"] .stepper')).toEqual([])
    await tap('[data-setting="autoConfirm"] [role="switch"]')
    const autoConfirm = { enabled: true, mostOpen: 10, hours: { enabled: false, from: '11:00', to: '23:30' } }
    await now({ autoConfirm })
    await touch(all('[data-part="by-rules"] .stepper-button')[0])
    await tap('[data-part="by-rules"] button', 'Só entre')
    await now({ autoConfirm: { ...autoConfirm, hours: { ...autoConfirm.hours, enabled: true } } })
    await tap('[aria-label="Mais cedo: Das"]')
    await tap('[aria-label="Mais tarde: Às"]')
    expect(changes()).toEqual([
      { autoConfirm: { enabled: true } },
      { autoConfirm: { mostOpen: 9 } },
      { autoConfirm: { hours: { enabled: true, from: '11:00', to: '23:30' } } },
      { autoConfirm: { hours: { enabled: true, from: '10:30', to: '23:30' } } },
      { autoConfirm: { hours: { enabled: true, from: '10:30', to: '00:00' } } },
    ])
  })
})

it('the page of the channels lists each known channel once, and sets and removes a colour', async () => {
  const red = { channel: 'IFOOD', color: 'red' } as const
  const blue = { channel: 'Site próprio', color: 'blue' } as const
  const { tap, find, all, now, changes } = await openSettings('channels', { channelColors: [red] })
  const of = (channel: string) => `@settings-section [data-channel="${channel}"]`
  await find(of('constructor'))
  expect(all('@settings-section [data-channel] .row-label').map(({ textContent }) => textContent)).toEqual([
    'constructor',
    'iFood',
    'Site próprio',
  ])
  const chosen = (channel: string) => all(`${of(channel)} [aria-pressed="true"]`)[0]?.getAttribute('data-value')
  expect(['iFood', 'constructor'].map(chosen)).toEqual(['red', 'none'])
  await tap(`${of('Site próprio')} [data-value="blue"]`)
  await now({ channelColors: [blue] })
  await find(of('Site próprio'), 'Azul')
  await tap(`${of('Site próprio')} [data-value="none"]`)
  await tap(`${of('constructor')} [data-value="green"]`)
  expect(changes()).toEqual([
    { channelColors: [red, blue] },
    { channelColors: [] },
    { channelColors: [blue, { channel: 'constructor', color: 'green' }] },
  ])
})

it('the words of allergies are taken out and added one by one, and every one is in sight after a touch', async () => {
  const { tap, find, fill, press, all, now, changes } = await openSettings('allergies')
  const words = '[data-setting="allergyWords"]'
  expect(all(`${words} [data-word]`)).toHaveLength(12)
  await tap(`${words} [data-command="show-all"]`)
  const list = all(`${words} [data-word]`).map((one) => one.getAttribute('data-word') ?? '')
  await tap(`${words} [data-word="${list[1]}"]`)
  const fewer = list.filter((_, at) => at !== 1)
  await now({ allergyWords: { 'pt-BR': fewer } })
  await tap(`${words} [data-command="add-word"]`)
  await fill(`${words} input`, 'kiwi, manga')
  await press('Enter')
  await now({ allergyWords: { 'pt-BR': [...fewer, 'kiwi', 'manga'] } })
  await find(`${words} [data-word="kiwi"]`)
  await tap(`${words} [data-command="reset"]`)
  expect(changes()).toEqual([
    { allergyWords: { 'pt-BR': fewer } },
    { allergyWords: { 'pt-BR': [...fewer, 'kiwi', 'manga'] } },
    { allergyWords: { 'pt-BR': list } },
  ])
})

it('a station gets its name and its words at once, and one that is removed is chosen no more', async () => {
  const grill = { name: 'Chapa', keywords: ['x-'] }
  const { tap, fill, press, now, changes } = await openSettings('stations', { stations: [grill], station: 'Chapa' })
  await tap('[data-command="add-station"]')
  await fill('div.settings-station input', ' Bebidas ')
  await press('Enter')
  const drinks = { name: 'Bebidas', keywords: [] }
  await now({ stations: [grill, drinks], station: 'Chapa' })
  await tap('[data-station="Bebidas"] [data-command="add-word"]')
  await fill('[data-station="Bebidas"] .word-field', 'suco')
  await press('Enter')
  await fill('[data-station="Chapa"] .settings-name', 'Grelha')
  await press('Enter')
  await tap('[data-station="Chapa"] [data-command="remove"]')
  expect(changes()).toEqual([
    { stations: [grill, drinks] },
    { stations: [grill, { name: 'Bebidas', keywords: ['suco'] }] },
    { stations: [{ ...grill, name: 'Grelha' }, drinks], station: 'Grelha' },
    { stations: [drinks], station: '' },
  ])
})

describe('a change', () => {
  const ON = { undoSeconds: 5 } as const

  it('is undone with all that followed it on the same setting, for five seconds', async () => {
    const { choose, find, tap, gone, now, runFor, changes } = await openSettings('orders', ON)
    await choose('10 s')
    await now({ undoSeconds: 10 })
    await choose('3 s')
    await now({ undoSeconds: 3 })
    await find('[data-command="undo-change"]')
    await tap('[data-command="undo-change"]')
    await gone('[data-command="undo-change"]')
    await now(ON)
    await choose('3 s')
    await runFor(4_900)
    await find('[data-command="undo-change"]')
    await runFor(200)
    await gone('[data-command="undo-change"]')
    expect(changes()).toEqual([{ undoSeconds: 10 }, { undoSeconds: 3 }, { undoSeconds: 5 }, { undoSeconds: 3 }])
  })

  it('of one part of a setting is undone without the others', async () => {
    const { more, tap, changes } = await openSettings('sound')
    await more('Volume do alarme')
    await tap('[data-command="undo-change"]')
    expect(changes()).toEqual([{ alarm: { volume: 100 } }, { alarm: { volume: 80 } }])
  })

  it('that was refused cannot be undone', async () => {
    const { more, find, all, answer } = await openSettings('sound')
    answer('settings:change', REFUSED)
    await more('Volume do alarme')
    await find('@settings-dialog [role="alert"]')
    expect(all('[data-command="undo-change"]')).toEqual([])
  })
})

describe('the search', () => {
  it.each([
    ['pt-BR', 'impressora', 'paper'],
    ['pt-BR', 'SENHA', 'pin'],
    ['pt-BR', 'barulho', 'sound'],
    ['pt-BR', 'conferência', 'orders'],
    ['pt-BR', 'sacola', 'orders'],
    ['en', 'bag check', 'orders'],
    ['es', 'bolsa', 'orders'],
    ['en', 'printer', 'paper'],
    ['en', 'password', 'pin'],
    ['es', 'contrasena', 'pin'],
    ['es', 'timbre', 'sound'],
  ] as const)('in %s finds "%s" in %s', async (locale, words, section) => {
    const { fill, tap, find, all } = await openSettings('orders', { locale })
    await fill('@settings-search', words)
    await tap(`[data-found-section="${section}"]`)
    await find(`[data-section="${section}"][aria-pressed="true"]`)
    expect(all('[data-found-section]')).toEqual([])
  })

  it('finds a row by the begin of its words, and says when there is none', async () => {
    const { fill, tap, find } = await openSettings('orders')
    await fill('@settings-search', 'dist leit')
    await tap('[data-found-section="screen"]', 'Distância de leitura')
    await find('[data-setting="readingDistanceCm"]')
    await fill('@settings-search', 'xyz')
    await find('@nothing-found')
  })
})

it('the page of orders changes the minutes of a type, and never beyond the other threshold', async () => {
  const { touch, until, all, now, changes } = await openSettings('orders')
  const more = (at: number) => all('[data-setting="ageMinutes"] .stepper')[at]?.querySelectorAll('.stepper-button')[1]
  await touch(more(0))
  await now({ ageMinutes: { delivery: { warn: 15, late: 15 }, takeout: { warn: 5, late: 10 } } })
  await touch(more(1))
  await until('the end of the range', () => more(0)?.hasAttribute('disabled'))
  expect(changes()).toEqual([
    { ageMinutes: { delivery: { warn: 11, late: 15 }, takeout: { warn: 5, late: 10 } } },
    { ageMinutes: { delivery: { warn: 15, late: 16 }, takeout: { warn: 5, late: 10 } } },
  ])
})

describe('the page for support', () => {
  it('saves the report and the settings, and shows the version', async () => {
    const { tap, find, gone, words, ok, calls } = await openSettings('support')
    expect(words('@version')).toBe('Comanda 1.2.3')
    ok('diagnostics:export', { isSaved: true })
    await tap('@export-report')
    await find('@settings-section', 'Arquivo salvo.')
    ok('settings:export', { isSaved: false })
    await tap('@export-settings')
    await gone('@file-outcome')
    expect(calls('diagnostics:export')).toEqual([null])
    expect(calls('settings:export')).toEqual([null])
  })

  it('shows which settings of a file were applied, and lists the refused ones', async () => {
    const { tap, find, all, ok, answer } = await openSettings('support')
    const refused = [
      { name: 'pollIntervalSeconds', why: 'invalid' },
      { name: '<b>toString</b>', why: 'unknown' },
    ]
    ok('settings:import', { outcome: 'taken', taken: 3, refused })
    await tap('@import-settings')
    await find('@file-outcome p', '3 ajustes carregados.')
    expect(all('@file-outcome li').map(({ textContent }) => textContent)).toEqual([
      'Buscar pedidos a cada (s): valor que não existe ou fora dos limites',
      '<b>toString</b>: esta versão não conhece',
    ])
    ok('settings:import', { outcome: 'unreadable' })
    await tap('@import-settings')
    await find('@file-outcome', 'Este arquivo não tem ajustes do Comanda. Nada foi mudado.')
    answer('settings:import', REFUSED)
    await tap('@import-settings')
    await find('@file-outcome', 'O arquivo não pôde ser usado')
  })

  it('closes the program only after a second touch', async () => {
    const { tap, find, calls } = await openSettings('support')
    await tap('@quit')
    await find('@settings-section', 'não recebe pedidos nem toca alarme')
    await tap('@settings-section button', 'Continuar aberto')
    await tap('@quit')
    expect(calls('app:quit')).toEqual([])
    await tap('@quit-now')
    expect(calls('app:quit')).toEqual([null])
  })
})

describe('the updates', () => {
  it('are installed only after a second touch, with an explanation before it', async () => {
    const { tap, find, words, calls, answer, ok } = await openSettings(
      'support',
      {},
      { 'updates:status': UPDATE_READY },
    )
    await find('@updates', 'A versão 1.1.0 está pronta para instalar.')
    expect(words('@update-checked')).toMatch(/^Última procura: .*\d/)
    await tap('@update-install')
    await find('@updates', 'volta em menos de um minuto')
    await tap('@updates button', 'Agora não')
    await tap('@update-install')
    expect(calls('updates:install')).toEqual([])
    const installing = { ...UPDATE_READY, state: 'installing' }
    answer('updates:install', () => {
      ok('updates:status', installing)
      return { ok: true, value: installing }
    })
    await tap('@update-install-now')
    await find('@updates [data-state="installing"]')
    expect(calls('updates:install')).toEqual([null])
  })

  it('are installed automatically only when the owner switches it on', async () => {
    const { find, tap, changes } = await openSettings('support', {}, { 'updates:status': UPDATE_READY })
    await find('@updates [role="switch"][aria-checked="false"]')
    await tap('@updates [role="switch"]')
    expect(changes()).toEqual([{ installsUpdates: true }])
  })

  it('tell which version was not installed, how often, and when it is tried no more', async () => {
    const failed = { ...UPDATE_READY, failed: { version: '1.1.0', attempts: 2 } }
    const { find, ok, runFor, all } = await openSettings('support', {}, { 'updates:status': failed })
    await find(
      '@update-failed',
      'A versão 1.1.0 não foi instalada: tentativa 2 de 3. O Comanda continua com a versão 1.0.0.',
    )
    await find('@update-install')
    const givenUp = {
      state: 'given-up',
      version: '1.0.0',
      needsPerson: false,
      failed: { version: '1.1.0', attempts: 3 },
    }
    ok('updates:status', givenUp)
    await runFor(CHECK_INTERVAL_MS)
    await find('@updates [data-state="given-up"]', 'O Comanda não tenta mais instalar a versão 1.1.0.')
    expect([all('@update-install').length, all('@update-check').length]).toEqual([0, 1])
  })

  it('show what delays them in place of the button', async () => {
    const held = { ...UPDATE_READY, hold: 'orders-open', trouble: 'signature' }
    const { find, all } = await openSettings('support', {}, { 'updates:status': held })
    for (const text of ['Há pedidos em aberto.', 'não tem a assinatura certa']) await find('@updates', text)
    expect(all('@update-install')).toEqual([])
  })

  it('are checked after a touch, whose answer counts although an earlier request is answered later; a failure is shown', async () => {
    const idle = { ...UPDATE_READY, state: 'idle' }
    const { tap, find, all, runFor, answer, ok } = await openSettings('support', {}, { 'updates:status': idle })
    await find('@updates [data-state="idle"]')
    const waiting: ((answer: unknown) => void)[] = []
    answer('updates:status', () => new Promise((resolve) => waiting.push(resolve)))
    await runFor(CHECK_INTERVAL_MS)
    expect(waiting).toHaveLength(1)
    ok('updates:check', { ...UPDATE_READY, state: 'checking' })
    await tap('@update-check')
    await find('@updates [data-state="checking"]')
    for (const resolve of waiting) resolve({ ok: true, value: idle })
    await runFor(1)
    expect(all('@updates [data-state="checking"]')).toHaveLength(1)
    ok('updates:status', idle)
    await runFor(CHECK_INTERVAL_MS)
    answer('updates:check', { ok: false, code: 'internal', message: '' })
    await tap('@update-check')
    await find('@updates [role="alert"]')
  })
})

it('a dialog closes when it throws, and opens again', async () => {
  const { tap, gone, find, ok } = await openSettings('screen')
  ok('webhook:status', { state: 'listening', urls: null, accepted: 0, refused: 0 })
  await tap('[data-section="webhook"]')
  await gone('@settings-dialog')
  ok('webhook:status', LISTENING)
  await tap('@open-settings')
  await find('@settings-dialog')
})

describe('what the system does for the program', () => {
  const SWITCH = '[data-part="starts-with-computer"]'
  const computer = (startsWithComputer: string, restartsAfterFailure = 'off') => ({
    startsWithComputer,
    restartsAfterFailure,
    displays: [],
  })
  const openScreen = (states: object) => openSettings('screen', {}, { 'computer:status': states })

  it('is shown as the system reports it, also after a change outside of the program', async () => {
    const { find, ok, runFor } = await openScreen(computer('on'))
    await find(`${SWITCH}[data-state="on"]`)
    await find(`${SWITCH} [aria-checked="true"]`)
    ok('computer:status', computer('off'))
    await runFor(5_000)
    await find(`${SWITCH} [aria-checked="false"]`)
  })

  it('is switched in the system, and stays as it was, with the reason, when the system refuses', async () => {
    const { find, tap, ok, calls } = await openScreen(computer('off'))
    await find(SWITCH)
    ok('computer:switch', computer('off'))
    await tap(`${SWITCH} [role="switch"]`)
    await find(SWITCH, 'Este computador não aceitou')
    await find(`${SWITCH} [aria-checked="false"]`)
    ok('computer:switch', computer('on'))
    ok('computer:status', computer('on'))
    await tap(`${SWITCH} [role="switch"]`)
    await find(`${SWITCH} [aria-checked="true"]`)
    await find(SWITCH, 'Assim que alguém entra')
    expect(calls('computer:switch')).toEqual([
      { name: 'startsWithComputer', isOn: true },
      { name: 'startsWithComputer', isOn: true },
    ])
    expect(calls('settings:change')).toEqual([])
  })

  it('has no switch where it does not exist or cannot be switched', async () => {
    const { find, all } = await openScreen(computer('not-installed', 'not-here'))
    await find(SWITCH, 'Só com o Comanda instalado.')
    expect(all(`${SWITCH} [role="switch"]`)).toEqual([])
    expect(all('[data-part="restarts-after-failure"]')).toEqual([])
  })
})
