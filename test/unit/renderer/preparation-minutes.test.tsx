import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createComandaStore } from '../../../renderer/store/comanda-store.ts'
import { createTranslator } from '../../../renderer/text/translator.ts'
import { minutesOffered, PreparationMinutes } from '../../../renderer/ticket/preparation-minutes.tsx'
import {
  FormatsContext,
  type WindowParts,
  WindowPartsContext,
  WordsContext,
} from '../../../renderer/window/window-parts.ts'
import { createFormats } from '../../../shared/text/formats.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'

/** The parts of the window that the component uses while it is drawn. It uses the other parts only for touches. */
const parts = { store: createComandaStore() } as WindowParts

const drawn = (order: Ticket): string =>
  renderToStaticMarkup(
    <WindowPartsContext value={parts}>
      <WordsContext value={createTranslator().t}>
        <FormatsContext value={createFormats('pt-BR', 'decimal')}>
          <PreparationMinutes ticket={order} onChosen={() => undefined} />
        </FormatsContext>
      </WordsContext>
    </WindowPartsContext>,
  )

describe('the offered preparation times', () => {
  it("contain the shop's own time and the usual ones, each once", () => {
    expect(minutesOffered(undefined)).toEqual([10, 15, 20, 30, 45, 60])
    expect(minutesOffered(25)).toEqual([10, 15, 20, 25, 30, 45, 60])
    expect(minutesOffered(30)).toEqual([10, 15, 20, 30, 45, 60])
  })

  it('are buttons of a new order, each with its text', () => {
    const html = drawn(ticket('1'))
    expect(html.match(/<button/g)).toHaveLength(6)
    expect(html).toContain('aria-label="Aceitar, pronto em 20 min"')
    expect(html).toContain('data-minutes="20"')
  })

  it('are absent when the order cannot be accepted', () => {
    expect(drawn(ticket('1', { status: 'CONFIRMED' }))).toBe('')
  })
})
