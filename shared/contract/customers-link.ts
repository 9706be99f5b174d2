import { z } from 'zod'

/** The link to the customers' board for a browser on the shop's network, as the settings page shows it. */
export const customersLinkSchema = z.object({
  /** `off`: no link was made. `failed`: its port is not available at the moment. */
  state: z.enum(['off', 'on', 'failed']),
  /** One for each address of this computer. */
  urls: z.array(z.string()),
})
export type CustomersLink = z.infer<typeof customersLinkSchema>
