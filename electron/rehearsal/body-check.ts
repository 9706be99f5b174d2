import { type ErrorDetail, errorReply } from './error-body.ts'
import type { LedgerDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import { isObject, type Json } from './wire.ts'
import type { World } from './world.ts'

/** The fields that a body may have. A rule returns a complaint, or nothing when the value is valid. */
export type FieldRule = { readonly required: boolean; readonly issue: (value: Json) => string | undefined }
export type BodyRules = { readonly [field: string]: FieldRule }
export type Fields = { readonly [field: string]: Json | undefined }

export type CheckedBody = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly reply: Reply }

/** A JSON body, or why there is none: 415 for another content type, 400 for text that is not JSON. */
export function jsonBody(
  world: World,
  request: PlatformRequest,
  entry: LedgerDraft,
): { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly reply: Reply } {
  const { body } = request
  if (body.kind === 'json') return { ok: true, value: body.value }
  if (body.kind === 'none') return { ok: true, value: undefined }
  if (body.kind === 'malformed') {
    world.witness.complain(entry, 'malformed-body', 'the body is not JSON')
    return { ok: false, reply: errorReply(world.dialect, 400, 'BAD_REQUEST', 'Malformed JSON body') }
  }
  world.witness.complain(entry, 'wrong-content-type', 'application/json expected')
  return { ok: false, reply: errorReply(world.dialect, 415, 'UNSUPPORTED_MEDIA_TYPE', 'application/json expected') }
}

/** Checks an object body field by field. An absent body counts as an empty object. */
export function checkBody(world: World, request: PlatformRequest, entry: LedgerDraft, rules: BodyRules): CheckedBody {
  const parsed = jsonBody(world, request, entry)
  if (!parsed.ok) return parsed
  const value = parsed.value ?? {}
  if (!isObject(value)) return refused(world, entry, [{ field: '', issue: 'must be an object' }])
  const details: ErrorDetail[] = []
  for (const [field, rule] of Object.entries(rules)) {
    const given = value[field]
    if (given === undefined) {
      if (rule.required) details.push({ field, issue: 'is required' })
      continue
    }
    const issue = rule.issue(given)
    if (issue !== undefined) details.push({ field, issue })
  }
  if (details.length > 0) return refused(world, entry, details)
  const unknown = Object.keys(value).filter((field) => rules[field] === undefined)
  for (const field of unknown) world.witness.complain(entry, 'unknown-field', `unknown field "${field}"`)
  if (unknown.length > 0 && world.dialect.unknownFields === 'refuse') {
    const issues = unknown.map((field) => ({ field, issue: 'is unknown' }))
    return { ok: false, reply: errorReply(world.dialect, 400, 'BAD_REQUEST', 'Unknown field', issues) }
  }
  return { ok: true, fields: value }
}

function refused(world: World, entry: LedgerDraft, details: readonly ErrorDetail[]): CheckedBody {
  for (const { field, issue } of details) world.witness.complain(entry, 'invalid-field', `"${field}" ${issue}`)
  return { ok: false, reply: errorReply(world.dialect, 400, 'BAD_REQUEST', 'Invalid request body', details) }
}

/** Query parameters that the operation does not define. */
export function checkQuery(world: World, request: PlatformRequest, entry: LedgerDraft, known: readonly string[]): void {
  for (const name of Object.keys(request.query)) {
    if (!known.includes(name)) world.witness.complain(entry, 'unknown-query', `unknown query parameter "${name}"`)
  }
}

export const text = (required: boolean): FieldRule => ({
  required,
  issue: (value) => (typeof value === 'string' && value.trim() !== '' ? undefined : 'must be text that is not empty'),
})

export const oneOf = (required: boolean, allowed: readonly string[]): FieldRule => ({
  required,
  issue: (value) => (allowed.some((one) => one === value) ? undefined : `must be one of ${allowed.join(', ')}`),
})

export const wholeNumber = (required: boolean): FieldRule => ({
  required,
  issue: (value) => (Number.isInteger(value) && Number(value) >= 0 ? undefined : 'must be a whole number, 0 or more'),
})

export const list = (required: boolean): FieldRule => ({
  required,
  issue: (value) => (Array.isArray(value) ? undefined : 'must be a list'),
})
