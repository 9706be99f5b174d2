import type { Ticket } from '../../shared/ticket.ts'

type Payment = NonNullable<Ticket['payment']>

/** Digits that amounts may have; what lies behind them is dust of binary fractions. */
const DIGITS = 4

/** What to give back, in the unit in which amounts were sent; one for each way of paying that asks for change. */
export const changeDue = ({ methods }: Payment): readonly number[] =>
  methods.flatMap(({ type, value, changeFor }) =>
    type !== 'PREPAID' && value !== undefined && changeFor !== undefined && changeFor > value
      ? [Number((changeFor - value).toFixed(DIGITS))]
      : [],
  )
