import { type ErrorDetail, errorReply } from './error-reply.ts'
import type { PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import { isObject, type Json } from './wire.ts'

/** The fields that a body may have. `issue` returns a description of the error, or `undefined` for a valid value. */
export type FieldRule = { readonly required: boolean; readonly issue: (value: Json) => string | undefined }
export type BodyRules = { readonly [field: string]: FieldRule }
export type Fields = { readonly [field: string]: Json | undefined }

export type CheckedBody = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly reply: Reply }

/** The JSON body, or an error reply: 415 for another content type, 400 for text that is not JSON. */
export function jsonBody(
  state: PlatformState,
  request: PlatformRequest,
  entry: RequestDraft,
): { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly reply: Reply } {
  const { body } = request
  if (body.kind === 'json') return { ok: true, value: body.value }
  if (body.kind === 'none') return { ok: true, value: undefined }
  if (body.kind === 'malformed') {
    state.recorder.recordViolation(entry, 'malformed-body', 'the body is not JSON')
    return { ok: false, reply: errorReply(state.dialect, 400, 'BAD_REQUEST', 'Malformed JSON body') }
  }
  state.recorder.recordViolation(entry, 'wrong-content-type', 'application/json expected')
  return { ok: false, reply: errorReply(state.dialect, 415, 'UNSUPPORTED_MEDIA_TYPE', 'application/json expected') }
}

/** Checks an object body field by field. An absent body counts as an empty object. */
export function checkBody(
  state: PlatformState,
  request: PlatformRequest,
  entry: RequestDraft,
  rules: BodyRules,
): CheckedBody {
  const parsed = jsonBody(state, request, entry)
  if (!parsed.ok) return parsed
  const value = parsed.value ?? {}
  if (!isObject(value)) return refused(state, entry, [{ field: '', issue: 'must be an object' }])
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
  if (details.length > 0) return refused(state, entry, details)
  const unknown = Object.keys(value).filter((field) => rules[field] === undefined)
  for (const field of unknown) state.recorder.recordViolation(entry, 'unknown-field', `unknown field "${field}"`)
  if (unknown.length > 0 && state.dialect.unknownFields === 'refuse') {
    const issues = unknown.map((field) => ({ field, issue: 'is unknown' }))
    return { ok: false, reply: errorReply(state.dialect, 400, 'BAD_REQUEST', 'Unknown field', issues) }
  }
  return { ok: true, fields: value }
}

function refused(state: PlatformState, entry: RequestDraft, details: readonly ErrorDetail[]): CheckedBody {
  for (const { field, issue } of details) state.recorder.recordViolation(entry, 'invalid-field', `"${field}" ${issue}`)
  return { ok: false, reply: errorReply(state.dialect, 400, 'BAD_REQUEST', 'Invalid request body', details) }
}

/** Records query parameters that the operation does not define. */
export function checkQuery(
  state: PlatformState,
  request: PlatformRequest,
  entry: RequestDraft,
  known: readonly string[],
): void {
  for (const name of Object.keys(request.query)) {
    if (!known.includes(name))
      state.recorder.recordViolation(entry, 'unknown-query', `unknown query parameter "${name}"`)
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
