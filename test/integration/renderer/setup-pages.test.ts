import { expect, it } from 'vitest'
import { axeViolations } from '../../fixtures/axe.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openSetupStep } from '../../fixtures/board-harness/setup-step.ts'

const board = boardForTests()

it('a high screen has its steps above and the next step at its lower edge', async () => {
  const { page } = await openSetupStep(board, 'welcome', { width: 1080, height: 1920 })
  const bottomOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(() => bottomOf('.wizard-rail')).toBeLessThan(250)
  await expect.poll(() => bottomOf('[data-wizard="next"]')).toBeGreaterThan(1_800)
})

it('three that are pasted are tested at once; the shop and its orders stand beside the fields', async () => {
  const { page, calls } = await openSetupStep(board, 'platform', { width: 1366, height: 768 })
  await page.locator('[data-wizard="paste-all"]').tap()
  const report = page.getByTestId('test-report')
  await expect.poll(() => report.getAttribute('data-fault')).toBe('none')
  await expect.poll(() => report.textContent()).toContain('Cantina da Lourdes')
  await expect.poll(() => report.textContent()).toContain('3 pedidos esperando')
  const boxes = () => Promise.all([report, page.locator('input[name="address"]')].map((one) => one.boundingBox()))
  await expect
    .poll(async () => {
      const [result, field] = await boxes()
      return (result?.x ?? 0) - (field?.x ?? 0) - (field?.width ?? 0)
    })
    .toBeGreaterThan(0)
  await expect.poll(() => page.locator('input[name="address"]').inputValue()).toMatch(/\*\*\*/)
  await expect.poll(() => page.locator('input[name="client-secret"]').inputValue()).toBe('')
  await expect
    .poll(() => calls('setup:test'))
    .toEqual([{ credentials: { clientId: 'app-cantina', clientSecret: 'k3Vb9qLz72mXw0Rt' } }])
  await expect.poll(() => calls('setup:keep')).toEqual([])
  await expect.poll(() => axeViolations(page)).toEqual([])
  await page.locator('[data-wizard="next"]').tap()
  await page.locator('.wizard[data-step="screen"]').waitFor()
  await expect.poll(() => calls('setup:keep')).toEqual([{ where: 'keychain' }])
})

it('a fault stands at its field; a corrected id is tested with the secret that was entered', async () => {
  const { page, answer, calls } = await openSetupStep(board, 'platform', { width: 1366, height: 768 })
  const fieldOf = (name: string) => page.locator('.field', { has: page.locator(`input[name="${name}"]`) })
  await answer('setup:address', { fault: 'not-an-address' })
  await page.locator('input[name="address"]').fill('portal da plataforma')
  await page.locator('input[name="client-id"]').fill('wrong')
  await expect.poll(() => fieldOf('address').getByRole('alert').textContent()).toContain('Isto é um texto')
  await expect.poll(() => page.locator('input[name="address"]').inputValue()).toBe('portal da plataforma')
  await answer('setup:address', { masked: 'https://a.test/***/od/v2' })
  await answer('setup:test', { mayKeep: false, fault: 'credentials-refused', failedAt: 'token' })
  await page.locator('input[name="address"]').fill('https://a.test/h/od/v2')
  await page.locator('input[name="client-secret"]').fill('first-secret')
  await page.locator('[data-wizard="test"]').tap()
  await expect.poll(() => fieldOf('client-secret').getByRole('alert').count()).toBe(1)
  await expect.poll(() => fieldOf('address').getByRole('alert').count()).toBe(0)
  await answer('setup:test', { mayKeep: true, waiting: 0 })
  await page.locator('input[name="client-id"]').fill('right')
  await page.locator('[data-wizard="again"]').tap()
  await expect.poll(() => page.getByTestId('test-report').getAttribute('data-fault')).toBe('none')
  await expect
    .poll(() => calls('setup:test'))
    .toEqual([
      { credentials: { clientId: 'wrong', clientSecret: 'first-secret' } },
      { credentials: { clientId: 'right' } },
    ])
})

it('a text without the three, and one without the secret, are named', async () => {
  const { page, answer, calls } = await openSetupStep(board, 'platform', { width: 1366, height: 768 })
  await answer('setup:paste', { text: 'Olá, tudo bem?' })
  await page.locator('[data-wizard="paste-all"]').tap()
  await page.locator('[data-sorted="none"]').waitFor()
  await answer('setup:file', { text: JSON.stringify({ apiUrl: 'https://a.test/h/od/v2', clientId: 'app' }) })
  await page.locator('[data-wizard="open-file"]').tap()
  await expect.poll(() => page.locator('[data-sorted="some"]').textContent()).toBe('Falta: Client Secret.')
  await expect.poll(() => page.locator('input[name="client-id"]').inputValue()).toBe('app')
  await expect.poll(() => calls('setup:test')).toEqual([])
})

it('a platform that speaks another dialect is tested once more by itself, unless it was chosen by its name', async () => {
  const { page, answer, calls } = await openSetupStep(board, 'platform', { width: 1366, height: 768 })
  await answer('setup:test', { mayKeep: false, fault: 'speaks-open-delivery-1', failedAt: 'poll' })
  await page.locator('[data-wizard="paste-all"]').tap()
  const report = page.getByTestId('test-report')
  await expect.poll(() => report.getAttribute('data-fault')).toBe('speaks-open-delivery-1')
  const credentials = { clientId: 'app-cantina', clientSecret: 'k3Vb9qLz72mXw0Rt' }
  await expect.poll(() => calls('setup:test')).toEqual([{ credentials }, {}])
  await page.getByTestId('which-platform').locator('input[value="keeta"]').tap()
  await expect
    .poll(() => calls('setup:test'))
    .toEqual([{ credentials }, {}, { credentials: { clientId: 'app-cantina' } }])
  await expect.poll(() => report.textContent()).toContain('Escolha “Outra” acima')
})
