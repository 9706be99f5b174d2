import { describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '../../../test/fixtures/headless-chromium.ts'
import { createMemoryLog } from '../../../test/fixtures/memory-log.ts'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { type Database, openRelayDatabase } from '../database/database.ts'
import { migrateRelay } from '../database/migrate.ts'
import { purge } from '../operate/database-upkeep.ts'
import { readKitchens } from '../operate/overview.ts'
import { createDatabase } from './test-database.ts'
import { OPERATOR_PASSWORD, relayConfig, startTestRelay } from './test-relay.ts'

async function world() {
  const platform = await startRecordedPlatform({
    merchants: [
      { id: 'm1', name: 'Um' },
      { id: 'm2', name: 'Dois' },
    ],
  })
  const relay = await startTestRelay(relayConfig(await createDatabase(), platform))
  onTestFinished(async () => {
    await relay.stop()
    await platform.close()
  })
  const origin = `http://127.0.0.1:${relay.operatorPort}`
  const authorization = `Basic ${Buffer.from(`ana:${OPERATOR_PASSWORD}`).toString('base64')}`
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${origin}${path}`, { headers: { authorization, ...headers } })).text()
  const post = (action: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
    fetch(`${origin}/kitchens/${action}`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const metric = async (line: string): Promise<number | undefined> => {
    const found = (await get('/metrics')).split('\n').find((one) => one.startsWith(`comanda_relay_${line} `))
    return found === undefined ? undefined : Number(found.split(' ').at(-1))
  }
  return { platform, relay, origin, get, post, metric }
}

it('a form that is too large, or has characters that no text has, is refused as such: the database is not to blame', async () => {
  const { post } = await world()
  const long = await post('add', { name: 'Um', upstream: 'chain', establishments: 'm1\n'.repeat(30_000) })
  expect([long.status, await long.text()]).toEqual([413, expect.stringContaining('too large')])
  expect((await post('pause', { name: '\0' })).status).toBe(400)
  expect((await post('add', { name: 'Um', upstream: 'chain', establishments: 'm1\0' })).status).toBe(200)
})

describe('the metrics', () => {
  it('show the lag of a kitchen, the lease and the answers of the platform', async () => {
    const { platform, relay, metric, get } = await world()
    await relay.addKitchen('Um', ['m1'])
    platform.place({ merchantId: 'm1' })
    platform.place({ merchantId: 'm2' })
    const kitchen = '{kitchen="Um",upstream="chain"}'
    await expect.poll(() => metric(`kitchen_unacknowledged_events${kitchen}`)).toBe(1)
    await expect.poll(() => metric(`kitchen_lag_seconds${kitchen}`)).toBeGreaterThan(0)
    expect(await metric(`kitchen_open_orders${kitchen}`)).toBe(1)
    await expect.poll(() => metric('events_without_kitchen{upstream="chain",state="unclaimed"}')).toBe(1)
    expect(await metric('upstream_verdicts_total{upstream="chain",route="poll",status="200"}')).toBeGreaterThan(0)
    expect(await get('/metrics')).toMatch(/comanda_relay_lease_holder\{upstream="chain",holder="[^"]+"\} 1/)
    expect(await metric('memory_bytes')).toBeGreaterThan(1_000_000)
  })

  it('raise an alarm only for a kitchen that has open orders and has not polled for two minutes', async () => {
    const { platform, relay, metric, get } = await world()
    const one = await relay.addKitchen('Um', ['m1'])
    const two = await relay.addKitchen('Dois', ['m2'])
    const { id } = platform.place({ merchantId: 'm1' })
    for (const kitchen of [one, two]) await realClient(kitchen).poll(SIGNAL)
    await expect.poll(() => metric('kitchen_open_orders{kitchen="Um",upstream="chain"}')).toBe(1)
    expect(await metric('kitchen_silent{kitchen="Um",upstream="chain"}')).toBe(0)
    // The relay stores the time of a poll up to a second later.
    await expect.poll(() => relay.db.query('SELECT kitchen_id FROM kitchen_seen')).toHaveLength(2)
    // A kitchen that was just added is not silent, whether it has polled or not.
    await relay.db.query(`UPDATE kitchen_seen SET last_poll_at = now() - interval '121 seconds'`)
    expect(await metric('kitchen_silent{kitchen="Um",upstream="chain"}')).toBe(0)
    await relay.db.query(`UPDATE kitchen SET working_since = now() - interval '121 seconds'`)
    expect(await metric('kitchen_silent{kitchen="Um",upstream="chain"}')).toBe(1)
    expect(await metric('kitchen_silent{kitchen="Dois",upstream="chain"}')).toBe(0)
    const page = await get('/', { 'accept-language': 'en-GB,en' })
    expect(page.match(/No contact for 2 minutes/g)).toHaveLength(1)
    platform.cancel(id, 'X', 'gone')
    await expect.poll(() => metric('kitchen_silent{kitchen="Um",upstream="chain"}')).toBe(0)
  })

  it('need the password', async () => {
    const { origin } = await world()
    for (const path of ['/metrics', '/', '/nowhere']) expect((await fetch(`${origin}${path}`)).status).toBe(401)
    const wrong = { authorization: `Basic ${Buffer.from('ana:wrong').toString('base64')}` }
    expect((await fetch(`${origin}/metrics`, { headers: wrong })).status).toBe(401)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    // Guesses are limited, also for the correct password.
    const guess = async () => (await fetch(`${origin}/`, { headers: wrong })).status
    for (let count = 0; count < 9; count += 1) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    const right = { authorization: `Basic ${Buffer.from(`ana:${OPERATOR_PASSWORD}`).toString('base64')}` }
    const refused = await fetch(`${origin}/`, { headers: right })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })
})

describe('the page of the operator', () => {
  it('works in a browser: adds, pauses, changes, renews and revokes a kitchen, and records each step', async () => {
    const { platform, relay, origin } = await world()
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({
      locale: 'en',
      httpCredentials: { username: 'ana', password: OPERATOR_PASSWORD },
    })
    const row = page.locator('[data-kitchen="Centro"]')
    const back = () => page.getByRole('link', { name: 'Back' }).click()
    const button = (name: string) => page.getByRole('button', { name })
    await page.goto(origin)
    await page.getByRole('link', { name: 'Add a kitchen' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Centro')
    await page.getByRole('textbox', { name: 'Ids of its stores' }).fill('m1\nm2')
    await button('Add a kitchen').click()
    const [, clientId = '', clientSecret = ''] = await page.locator('code').allTextContents()
    const client = realClient({ apiUrl: relay.apiUrl, clientId, clientSecret })
    await back()
    await row.waitFor()
    expect(await page.content()).not.toContain(clientSecret)
    const { id } = platform.place({ merchantId: 'm2' })
    await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
    await page.reload()
    await expect.poll(() => row.textContent()).toMatch(/^Centro.*Dois.*1 open$/)

    await row.getByRole('link').click()
    await expect.poll(() => page.locator('dl').textContent()).toContain('Dois (m2)')
    await button('Pause').click()
    await button('Resume').waitFor()
    // Its tap is not refused: it waits.
    expect(await client.act({ orderId: id, action: 'confirm' }, SIGNAL)).toMatchObject({
      kind: 'unavailable',
      isPaused: true,
    })
    await button('Resume').click()
    await button('Pause').waitFor()
    expect(await client.act({ orderId: id, action: 'confirm' }, SIGNAL)).toMatchObject({ kind: 'accepted' })

    await page.getByRole('textbox', { name: 'Remove stores' }).fill('m1')
    await button('Change stores').click()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: 'Changes' }).click()
    await page.getByRole('cell', { name: '- m1' }).waitFor()
    const [{ establishments = [] } = {}] = await readKitchens(relay.db)
    expect(establishments).toMatchObject([{ key: 'm2' }])
    await back()

    await row.getByRole('link').click()
    const renew = page.locator('form[action="/kitchens/renew-secret"]')
    await renew.getByRole('checkbox').check()
    await renew.getByRole('button').click()
    await page.getByText('The secret is not shown again').waitFor()
    await back()
    expect(await client.poll(SIGNAL)).toMatchObject({ kind: 'unauthorized', cause: 'secret-replaced' })
    await row.getByRole('link').click()
    const revoke = page.locator('form[action="/kitchens/revoke"]')
    await revoke.getByRole('checkbox').check()
    await revoke.getByRole('button').click()
    await expect.poll(() => readKitchens(relay.db)).toEqual([])
    await page.getByText('No kitchen yet').waitFor()
    expect((await page.goto(`${origin}/kitchen?name=Centro`))?.status()).toBe(404)
    const audit = await relay.db.query<{ actor: string; action: string }>('SELECT actor, action FROM audit ORDER BY id')
    expect(audit.map(({ action }) => action)).toEqual([
      'add',
      'pause',
      'resume',
      'establishments',
      'renew-secret',
      'revoke',
    ])
    expect(new Set(audit.map(({ actor }) => actor))).toEqual(new Set(['ana (office)']))
  })

  it('is not fetched again where something is typed, so that nothing typed is lost', async () => {
    const { relay, get } = await world()
    await relay.addKitchen('Um e Dois', ['m1'])
    const pages = await Promise.all(['/', '/changes', '/add', '/kitchen?name=Um+e+Dois'].map((path) => get(path)))
    expect(pages.map((page) => [page.includes('http-equiv="refresh"'), page.includes('<form')])).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, true],
    ])
  })

  it('has rows that fit each width, in three languages, silent kitchens first', async () => {
    const { relay, origin } = await world()
    for (const name of ['Aaa', 'Bbb', 'Zzz com um nome muito comprido para uma cozinha'])
      await relay.addKitchen(name, [name])
    await relay.db.query(`UPDATE kitchen SET working_since = now() - interval '1 hour'`)
    await relay.db.query(`INSERT INTO customer_order (upstream, order_key, merchant_key, status, first_seen_at, next_read_at)
      SELECT k.upstream, 'o1', merchant_key, 'CREATED', now(), 'infinity' FROM establishment JOIN kitchen k ON k.id = kitchen_id WHERE k.name LIKE 'Zzz%'`)
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    for (const locale of ['pt-BR', 'en', 'es']) {
      const page = await browser.newPage({
        locale,
        httpCredentials: { username: 'ana', password: OPERATOR_PASSWORD },
      })
      for (const width of [390, 1024, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of ['/', '/add', '/kitchen?name=Aaa']) {
          await page.goto(`${origin}${path}`)
          expect(await page.evaluate(overflowing), `${locale} ${width} ${path}`).toEqual([])
        }
      }
      await page.goto(origin)
      expect(await page.locator('[data-kitchen]').first().getAttribute('class')).toBe('silent')
    }
  })

  it('accepts no form of another site', async () => {
    const { relay, origin, post } = await world()
    const fields = { name: 'X', establishments: 'm1', upstream: 'chain', push: '' }
    expect((await post('add', fields, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post('add', fields, {})).status).toBe(403)
    expect((await post('add', fields, { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post('revoke', { name: 'X' }, { origin })).status).toBe(400)
    expect(await readKitchens(relay.db)).toEqual([])
    expect((await post('add', fields, { origin })).status).toBe(200)
  })

  it('shows external data as text, in three languages, and lists the stores without a kitchen', async () => {
    const { platform, relay, get, post } = await world()
    await relay.addKitchen('Um', ['<img src=x onerror=alert(1)>'])
    platform.place({ merchantId: 'm2' })
    await expect.poll(() => get('/', { 'accept-language': 'en' })).toContain('stores that no kitchen has: Dois (m2)')
    const page = await get('/', { 'accept-language': 'es-419' })
    expect(page).toContain('<html lang="es">')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img')
    expect(await get('/', { 'accept-language': 'xx' })).toContain('<html lang="pt-BR">')
    const taken = await post('add', { name: 'Um', establishments: 'm9', upstream: 'chain' })
    expect(await taken.text()).toContain('O nome ou uma das lojas já é de outra cozinha.')
  })
})

/** Runs in the page: elements that are wider than the window, buttons of several heights, and green that is no next step. */
const overflowing = (): readonly string[] => {
  const probe = document.createElement('a')
  probe.className = 'button next'
  document.body.append(probe)
  const green = getComputedStyle(probe).backgroundColor
  probe.remove()
  const buttons = [...document.querySelectorAll('.button, button')]
  const heights = new Set(buttons.map((one) => Math.round(one.getBoundingClientRect().height)))
  const greens = [...document.querySelectorAll('body *')].filter(
    (one) => getComputedStyle(one).backgroundColor === green,
  )
  return [
    ...[...document.querySelectorAll('body *')].flatMap((one) => {
      const { right, height } = one.getBoundingClientRect()
      const isLow = one.matches('.button, button, .kitchens a') && height < 44
      const isPillar = one.matches('strong, .soft') && height > 200
      return right > window.innerWidth + 1 || isLow || isPillar ? [`${one.tagName} ${one.textContent}`] : []
    }),
    ...(heights.size > 1 ? [`buttons of ${[...heights].join(', ')} px`] : []),
    ...greens.filter((one) => !one.matches('.next')).map((one) => `green: ${one.textContent}`),
    ...greens.slice(1).map((one) => `a second green: ${one.textContent}`),
  ]
}

describe('the retention', () => {
  const aged = async (relay: Awaited<ReturnType<typeof world>>['relay'], hours: number) => {
    const ago = `now() - interval '${hours} hours'`
    await relay.db.query(
      `UPDATE customer_order SET first_seen_at = ${ago}, ended_at = CASE WHEN ended_at IS NULL THEN NULL ELSE ${ago} END`,
    )
    await relay.db.query(`UPDATE event SET received_at = ${ago}`)
  }
  const states = ({ db }: { readonly db: Database }) =>
    db.query<{ body: string; event_type: string }>('SELECT body, event_type FROM event ORDER BY id')

  it('keeps the texts of an ended order for twelve hours, its other data for seven days, and open orders', async () => {
    const { platform, relay } = await world()
    const fault = platform.fault({ routes: ['acknowledgment'], effect: { kind: 'status', status: 503 } })
    const client = realClient(await relay.addKitchen('Um', ['m1']))
    const ended = platform.place({ merchantId: 'm1' })
    const open = platform.place({ merchantId: 'm1' })
    platform.cancel(ended.id, 'X', 'Mora com a tia Joana')
    await expect.poll(async () => (await states(relay)).length).toBe(3)
    const page = async () => {
      const answer = await client.poll(SIGNAL)
      return answer.kind === 'events'
        ? (answer.events as readonly { eventId: string; orderId: string; eventType: string }[])
        : []
    }
    let events: Awaited<ReturnType<typeof page>> = []
    await expect
      .poll(async () => {
        events = await page()
        return events.length
      })
      .toBe(3)
    await aged(relay, 13)
    expect(await purge(relay.db)).toBeDefined()
    // The kitchen has not acknowledged it yet.
    expect(JSON.stringify(await states(relay))).toContain('tia Joana')
    expect(await client.acknowledge(events, SIGNAL)).toMatchObject({ kind: 'acknowledged' })
    expect(await purge(relay.db)).toBeDefined()
    expect(JSON.stringify(await states(relay))).not.toContain('tia Joana')
    expect((await states(relay)).some(({ body }) => body.includes(open.id))).toBe(true)
    await aged(relay, 24 * 7 + 1)
    // The platform delivers what is not acknowledged there: deleted, it would be stored again as new.
    expect(await purge(relay.db)).toBe(0)
    fault.clear()
    const unacknowledged = 'SELECT 1 FROM event WHERE acknowledged_at IS NULL'
    await expect.poll(() => relay.db.query(unacknowledged), { timeout: 20_000 }).toEqual([])
    const polls = () => platform.requestLog.requestsTo('poll').filter(({ answeredSeq }) => answeredSeq !== undefined)
    const before = polls().length
    // The page after a poll that had begun before the acknowledgment.
    await expect.poll(() => polls().length, { timeout: 20_000 }).toBeGreaterThan(before + 1)
    expect(await purge(relay.db)).toBeGreaterThan(0)
    const left = await relay.db.query<{ order_key: string }>('SELECT order_key FROM customer_order')
    expect(left).toEqual([{ order_key: open.id }])
  })

  it('catches up when it is far behind: each statement changes few rows', async () => {
    // Without a relay, which purges once by itself.
    const db = openRelayDatabase(
      { url: await createDatabase(), poolSize: 2, statementTimeoutMs: 60_000 },
      createMemoryLog(),
    )
    onTestFinished(() => db.close())
    await migrateRelay(db)
    await db.query("INSERT INTO upstream (name) VALUES ('chain')")
    await db.query(`INSERT INTO customer_order (upstream, order_key, merchant_key, ended_at, first_seen_at, next_read_at)
      SELECT 'chain', 'o' || n, 'm1', now() - interval '9 days', now() - interval '9 days', 'infinity' FROM generate_series(1, 9000) n`)
    await db.query(`INSERT INTO event (upstream, event_key, order_key, event_type, body, state, received_at, acknowledged_at)
      SELECT 'chain', 'e' || n, 'o' || n, 'CANCELLED', '{"a":1}', 'routed', now() - interval '9 days', now() FROM generate_series(1, 9000) n`)
    const largest: number[] = []
    const counting: Database = {
      ...db,
      transaction: (work) =>
        db.transaction((on) =>
          work({
            async query(text, values) {
              const rows = await on.query(text, values)
              const [{ rows: changed = 0 } = {}] = rows as readonly { rows?: number }[]
              largest.push(changed)
              return rows as never
            },
          }),
        ),
    }
    expect(await purge(counting)).toBe(27_000)
    expect(Math.max(...largest)).toBe(2_000)
    expect(await states({ db })).toEqual([])
  })
})
