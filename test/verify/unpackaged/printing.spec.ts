import { expect, test } from '../world.ts'

test('the settings offer the printers of the system', async ({ world }) => {
  const { app } = await world.open()
  const names = await app.evaluate(async ({ BrowserWindow }) => {
    const printers = await BrowserWindow.getAllWindows()[0]?.webContents.getPrintersAsync()
    return (printers ?? []).map(({ name }) => name)
  })
  const answer = await world.inPage("window.comanda.call['print:printers'](null)")
  expect(answer).toMatchObject({ ok: true })
  const offered = Object(answer).value.map((printer: { readonly name: string }) => printer.name)
  expect(offered.toSorted()).toEqual(names.toSorted())
})
