import type { TFunction } from 'i18next'
import { isKnownStatus, type OrderAction } from '../../shared/order/lifecycle.ts'

/** A status in the language of the screen. An unknown status is shown unchanged. */
export const statusWord = (t: TFunction, status: string): string =>
  isKnownStatus(status) ? t(`status.${status}`) : status

const ORDER_TYPES = ['DELIVERY', 'TAKEOUT', 'INDOOR'] as const
type KnownOrderType = (typeof ORDER_TYPES)[number]

const isKnownOrderType = (orderType: string): orderType is KnownOrderType =>
  (ORDER_TYPES as readonly string[]).includes(orderType)

/** An order type in the language of the screen. An unknown type is shown unchanged. */
export function orderTypeWord(t: TFunction, orderType: string): string {
  if (isKnownOrderType(orderType)) return t(`orderType.${orderType}`)
  return orderType === '' ? t('orderType.unknown') : orderType
}

/** An action in a word or two, for the head of a ticket: its button is as wide as the widest of them. */
export const shortActionWord = (t: TFunction, action: OrderAction): string => t(`actionShort.${action}`)

/** The state of an order after an action. */
export const doneWord = (t: TFunction, action: OrderAction): string => t(`done.${action}`)
