import type { Connection } from '../connection.ts'
import type { Call } from './dialect.ts'

/** The method, address, headers and body of a call. */
export function messageOf(
  { apiUrl }: Connection,
  { method, path, json, form }: Call,
  headers: Readonly<Record<string, string>> = {},
) {
  const isForm = form !== undefined
  const body = isForm ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    method,
    url: `${apiUrl}${path}`,
    headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
    body,
  }
}
