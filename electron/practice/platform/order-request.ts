import type { OrderBehaviour } from './model-order.ts'
import type { OrderOverrides } from './order-factory.ts'

/** Fields of a new order, and how the platform handles it. Absent fields are generated. */
export type OrderRequest = OrderOverrides & OrderBehaviour & { readonly merchantId?: string }
