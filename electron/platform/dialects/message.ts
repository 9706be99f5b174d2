import { canonicalJson } from '../../../shared/exact-json.ts'
import type { Connection } from '../connection.ts'
import type { Call } from './dialect.ts'
import { dialectOf } from './dialects.ts'

/** The method, address, headers and body of a call, signed if the host wants it. */
export function messageOf(
  connection: Connection,
  { method, path, json, form, headers: ofCall }: Call,
  headers: Readonly<Record<string, string>> = {},
) {
  const { sign } = dialectOf(connection)
  const isForm = form !== undefined
  // A signed body has the form that is also its canonical one: hosts sign either.
  const textOf = sign === undefined ? JSON.stringify : canonicalJson
  const body = isForm ? new URLSearchParams(form).toString() : json === undefined ? undefined : textOf(json)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const url = `${connection.apiUrl}${path}`
  return {
    method,
    url,
    headers: {
      accept: 'application/json',
      ...headers,
      ...ofCall,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...sign?.({ url, body }, connection.clientSecret),
    },
    body,
  }
}
