import type { TableShape } from './sealed-table.ts'

/** Rows of the cache as they are stored. */

export type BodyRow = {
  readonly order_id: string
  readonly body: string
  readonly read_at: number
  /** 1: names and notes were taken out. */
  readonly stripped: number
}

export const BODIES: TableShape<BodyRow> = {
  name: 'bodies',
  columns: ['order_id', 'body', 'read_at', 'stripped'],
  key: ['order_id'],
}

export type EarlierRow = { readonly order_id: string; readonly body: string; readonly changed_at: number }

export const EARLIER: TableShape<EarlierRow> = {
  name: 'earlier_orders',
  columns: ['order_id', 'body', 'changed_at'],
  key: ['order_id'],
}

export type UnreadRow = { readonly order_id: string; readonly received_at: number }

export const UNREAD: TableShape<UnreadRow> = {
  name: 'unread_orders',
  columns: ['order_id', 'received_at'],
  key: ['order_id'],
}
