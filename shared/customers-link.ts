import { z } from 'zod'

/** The link under which a browser of the shop's network shows the customers' board, as the settings page sees it. */
export const customersLinkSchema = z.object({
  /** `off`: no link was made. `failed`: its port is not available at the moment. */
  state: z.enum(['off', 'on', 'failed']),
  /** One for each address of this computer. */
  urls: z.array(z.string()),
})
export type CustomersLink = z.infer<typeof customersLinkSchema>
