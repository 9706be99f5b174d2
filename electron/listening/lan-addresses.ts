import { networkInterfaces } from 'node:os'

/** IPv4 addresses of this machine that its network can reach. */
export function lanAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? [address] : [])),
  )
}
