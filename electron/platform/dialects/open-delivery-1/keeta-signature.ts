import { createHmac } from 'node:crypto'

/** What one request is signed by. `body`: its JSON as it is sent. */
type Signed = { readonly url: string; readonly body: string | undefined }

/**
 * The text that Keeta has signed: the address, the query sorted by its keys, and the body; absent parts are left out
 * (docs/protocol.md, "Open Delivery 1.x"). The members of the body stay as they are sent, as in Keeta's examples.
 */
export function textToSign({ url, body }: Signed): string {
  const [address = '', query = ''] = url.split('?')
  const pairs = [...new URLSearchParams(query)].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const parts = [address, ...pairs.map(([key, value]) => `${key}=${value}`)]
  return [...parts, ...(body === undefined || body === '' || body === '{}' ? [] : [body])].join('&')
}

/** The value of `X-App-Signature`. @param secret the client secret */
export const keetaSignature = (signed: Signed, secret: string): string =>
  createHmac('sha256', secret).update(textToSign(signed)).digest('base64')
