import { type RefObject, useRef, useState } from 'react'
import type { ProfileName } from '../../shared/contract/platforms.ts'
import type { AddressReading, ProbeFault } from '../../shared/contract/setup.ts'
import { MAX_PASTED_CHARACTERS, type Pasted, sortPasted } from '../../shared/setup/sort-pasted.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useWindowParts } from '../ui/window/window-parts.ts'
import type { ConnectionTest } from './use-connection-test.ts'

export const CREDENTIAL_FIELDS = ['address', 'clientId', 'clientSecret'] as const
export type CredentialField = (typeof CREDENTIAL_FIELDS)[number]
type AddressFault = Extract<AddressReading, { fault: unknown }>['fault']

/** What is wrong with the value of a field. */
export type FieldFault = AddressFault | ProbeFault | 'missing'

/** What was found in a text that was pasted or opened. */
export type Sorted = { readonly from: 'text'; readonly found: Pasted } | { readonly from: 'unreadable-file' }

/** The field whose value a person corrects after this fault; `undefined`: none of them. */
const FIELD_OF_FAULT: Partial<Record<ProbeFault, CredentialField>> = {
  'host-unknown': 'address',
  'wrong-address': 'address',
  'path-missing': 'address',
  'credentials-refused': 'clientSecret',
  'credentials-of-other-address': 'clientSecret',
  'nothing-to-test': 'clientSecret',
}

const textIn = (field: RefObject<HTMLInputElement | null>): string => field.current?.value.trim() ?? ''
const fill = (field: RefObject<HTMLInputElement | null>, value: string | undefined): void => {
  if (field.current && value !== undefined) field.current.value = value
}

/** The origin of an address; an address without one equals none. */
const isSameOrigin = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && URL.parse(one)?.origin === URL.parse(other)?.origin

type Attempt = {
  readonly platform: ProfileName
  readonly hash?: string | undefined
  /** The user asks for the test: empty fields are named, and an unchanged connection is tested again. */
  readonly isAsked: boolean
}

type AddressFields = Readonly<Record<'address' | 'hash', RefObject<HTMLInputElement | null>>>

/** The address of a platform, and the app code that some need beside it. It is shown without its secret part. */
function useAddress(fields: AddressFields) {
  const { bridge } = useWindowParts()
  const [needsHash, setNeedsHash] = useState(false)
  const [shown, setShown] = useState<string>()
  const [addressFault, setAddressFault] = useState<AddressFault>()
  const read = useRef<{ readonly shown: string; readonly platform: ProfileName }>(undefined)

  /** Reads a changed address. Returns how it is shown; `undefined`: it is empty or wrong. */
  const readAddress = async ({ platform: chosen, hash }: Attempt): Promise<string | undefined> => {
    const text = textIn(fields.address)
    const code = hash ?? textIn(fields.hash)
    const before = read.current
    if (text === '') return undefined
    const isSame = text === before?.shown && code === ''
    if (isSame && before?.platform === chosen) return text
    const answer = await callSafely(() =>
      bridge.call['setup:address']({
        ...(isSame ? {} : { address: text }),
        ...(code === '' ? {} : { hash: code }),
        ...(chosen === 'generic' ? {} : { platform: chosen }),
      }),
    )
    const reading = answer.ok ? answer.value : undefined
    const fault = reading !== undefined && 'fault' in reading ? reading.fault : undefined
    const masked = reading !== undefined && 'masked' in reading ? reading.masked : undefined
    setAddressFault(fault)
    if (fault === 'hash-missing') setNeedsHash(true)
    setShown(masked)
    read.current = masked === undefined ? undefined : { shown: masked, platform: chosen }
    if (masked === undefined) return undefined
    fill(fields.address, masked)
    fill(fields.hash, '')
    return masked
  }
  return { readAddress, shown, addressFault, needsHash, askForHash: () => setNeedsHash(true) }
}

/**
 * The fields of a connection; three that are filled are tested. The address is then shown without its secret part. The secret
 * leaves the page with the test: the main process keeps it.
 * @param stored the address of the connection in use, without its secret part
 */
export function usePlatformFields(stored: string | undefined, connection: ConnectionTest) {
  const { bridge } = useWindowParts()
  const fields = {
    address: useRef<HTMLInputElement>(null),
    hash: useRef<HTMLInputElement>(null),
    clientId: useRef<HTMLInputElement>(null),
    clientSecret: useRef<HTMLInputElement>(null),
  }
  const { readAddress, shown, addressFault, needsHash, askForHash } = useAddress(fields)
  const [platform, setPlatform] = useState<ProfileName>('generic')
  /** The main process has the secret of this set-up. Beside the state, for an attempt that begins before the next render. */
  const holdsSecret = useRef(false)
  const [hasSecret, showHasSecret] = useState(false)
  const setHasSecret = (has: boolean): void => {
    holdsSecret.current = has
    showHasSecret(has)
  }
  const [missing, setMissing] = useState<readonly CredentialField[]>([])
  const [sorted, setSorted] = useState<Sorted>()
  const tested = useRef<string>(undefined)
  const attempts = useRef(0)

  const attempt = async (given: Attempt): Promise<void> => {
    attempts.current += 1
    const own = attempts.current
    const address = await readAddress(given)
    if (own !== attempts.current) return
    const clientId = textIn(fields.clientId)
    const clientSecret = textIn(fields.clientSecret)
    const usesStored = given.isAsked && clientId === '' && clientSecret === '' && isSameOrigin(stored, address)
    const empty = CREDENTIAL_FIELDS.filter(
      (name) => textIn(fields[name]) === '' && !(name === 'clientSecret' && holdsSecret.current),
    )
    setMissing((before) => (given.isAsked && !usesStored ? empty : before.filter((name) => empty.includes(name))))
    if (address === undefined || (empty.length > 0 && !usesStored)) return connection.forget()
    const values = JSON.stringify([address, given.platform, clientId])
    if (!given.isAsked && clientSecret === '' && values === tested.current) return
    tested.current = values
    fill(fields.clientSecret, '')
    if (!usesStored) setHasSecret(true)
    const first = await connection.test(
      usesStored ? {} : { credentials: { clientId, ...(clientSecret === '' ? {} : { clientSecret }) } },
    )
    // Where no platform was chosen, the next test uses the dialect that the first one has found.
    const isOther = given.platform === 'generic' && first?.fault?.startsWith('speaks-') === true
    const report = isOther ? await connection.test({}) : first
    if (report?.fault === 'credentials-of-other-address' || report?.fault === 'nothing-to-test') setHasSecret(false)
    if (report?.fault === 'path-missing') askForHash()
  }

  /** Fills the fields with what a text has, and tests it. */
  const take = async (text: string): Promise<void> => {
    const found = sortPasted(text.slice(0, MAX_PASTED_CHARACTERS))
    setSorted({ from: 'text', found })
    fill(fields.address, found.address)
    fill(fields.clientId, found.clientId)
    fill(fields.clientSecret, found.clientSecret)
    if (found.hash !== undefined) askForHash()
    if (Object.keys(found).length > 0) await attempt({ platform, hash: found.hash, isAsked: false })
  }

  const { stage } = connection
  const testFault = stage.at === 'tested' ? stage.report.fault : undefined
  const faultOf = (field: CredentialField): FieldFault | undefined => {
    if (field === 'address' && addressFault !== undefined) return addressFault
    if (missing.includes(field)) return field === 'address' ? 'empty' : 'missing'
    return testFault !== undefined && FIELD_OF_FAULT[testFault] === field ? testFault : undefined
  }
  return {
    fields,
    platform,
    needsHash,
    hasSecret,
    sorted,
    faultOf,
    isAtField: testFault !== undefined && FIELD_OF_FAULT[testFault] !== undefined,
    /** Empty fields stand for what is stored. */
    mayUseStored: isSameOrigin(stored, shown) && !hasSecret,
    choosePlatform: (next: ProfileName): void => {
      setPlatform(next)
      void attempt({ platform: next, isAsked: false })
    },
    /** A field was left or pasted into. */
    onCommit: (): void => void attempt({ platform, isAsked: false }),
    onTest: (): void => void attempt({ platform, isAsked: true }),
    paste: async (): Promise<void> => {
      const answer = await callSafely(() => bridge.call['setup:paste'](null))
      await take(answer.ok ? answer.value.text : '')
    },
    openFile: async (): Promise<void> => {
      const answer = await callSafely(() => bridge.call['setup:file'](null))
      if (!answer.ok) setSorted({ from: 'unreadable-file' })
      else if (answer.value.text !== undefined) await take(answer.value.text)
    },
  }
}
