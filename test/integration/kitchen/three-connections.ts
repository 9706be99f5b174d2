import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfSeveral } from './kitchen-of-several.ts'
import { threePlatforms } from './three-platforms.ts'

export const isNew = ({ status, reading }: Ticket): boolean => status === 'CREATED' && reading === 'read'
export const isAccepted = ({ tap, status }: Ticket): boolean => tap?.truth === 'confirmed' || status === 'CONFIRMED'

/** A kitchen with three connections, each of which has polled. */
export async function openThree(
  options: NonNullable<Parameters<typeof threePlatforms>[0]> & { readonly settings?: SettingsPatch } = {},
) {
  const platforms = await threePlatforms(options)
  const kitchen = await kitchenOfSeveral(
    platforms.shops.map(({ given }) => given),
    options.settings,
  )
  await eventually('all are fresh', () => {
    const { connections = [] } = kitchen.core().snapshot().freshness
    return connections.length === platforms.shops.length && connections.every(({ state }) => state === 'fresh')
  })
  const folderOf = (slot: number): string => (slot === 1 ? kitchen.profile : `${kitchen.profile}/connections/${slot}`)
  return { ...platforms, kitchen: { ...kitchen, folderOf } }
}
