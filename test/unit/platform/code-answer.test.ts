import { expect, it } from 'vitest'
import { json, scriptedPlatform } from './scripted-platform.ts'

const CODE = '4821'
const nested = (value: unknown, blocks: number): unknown =>
  blocks === 0 ? value : { data: nested(value, blocks - 1), id: 'x' }

const answered = async (body: unknown) => {
  const call = () => (typeof body === 'string' ? new Response(body) : json(body))
  const { client, signal } = scriptedPlatform({ call })
  return client.validateCode('o-1', CODE, signal)
}

it.each<unknown>([
  '',
  '  ',
  null,
  {},
  { orderId: 'o-1', deliveryCode: CODE },
  { order_id: 'O-1', delivery_code: 4821 },
  { deliveryCode: CODE },
  { data: { orderId: 'o-1', deliveryCode: CODE } },
  { valid: true },
  { valid: 1 },
  { valid: 'yes' },
  { isValid: 'true' },
  { codigoValido: 'sim' },
  { success: true, valid: true, isValid: true },
  { success: true, error: null, errors: [] },
  { valid: true, orderId: 'invalid-1', customer: 'Wrong' },
  { status: 'VALID' },
  { status: { value: 'APPROVED' } },
  { status: 200, message: 'Delivery code is valid' },
  { message: 'Código validado com sucesso' },
  [{ valid: true }],
  nested({ valid: true }, 6),
  true,
  1,
  'OK',
  'VALID',
  'Código válido',
])('a success with %j says that the code is right', async (body) => {
  expect(await answered(body)).toEqual({ kind: 'valid' })
})

it.each<unknown>([
  { valid: false },
  { valid: 0 },
  { valid: '0' },
  { valid: 'no' },
  { valid: 'não' },
  { isValid: 'False' },
  { is_valid: 'INVALID' },
  { success: 'false' },
  { success: true, valid: false },
  { valid: true, data: { status: 'EXPIRED' } },
  { data: { codeValid: false } },
  { valid: { value: false } },
  { valid: [false] },
  { invalid: true },
  { status: 'REJECTED' },
  { status: 'denied' },
  { status: { value: 'REFUSED' } },
  { result: false },
  { result: 'NOT_VALID' },
  { result: 'codeNotMatching' },
  { message: 'The code is not valid' },
  { message: 'Código rechazado' },
  { reason: 'código não confere' },
  { orderId: 'o-1', result: 'INVALID_CODE' },
  { orderId: 'o-1', deliveryCode: CODE, valid: false },
  { error: 'INVALID_CODE' },
  { error: { code: 7, message: 'Código incorreto', title: 'Invalid delivery code' } },
  [{ valid: false }],
  [{ valid: true }, { valid: false }],
  [false],
  nested({ valid: false }, 4),
  nested({ status: 'REJECTED' }, 12),
  false,
  0,
  'INVALID',
  'false',
  '"no"',
  'Wrong code!',
  'Código inválido',
  JSON.stringify(JSON.stringify({ valid: false })),
])('a success with %j says that the code is wrong', async (body) => {
  expect(await answered(body)).toEqual({ kind: 'invalid' })
})

it.each<unknown>([
  { error: 'E-77' },
  { error: { id: 3 } },
  { errors: ['x'] },
  { valid: true, error: { id: 3 } },
  { valid: null },
  { valid: 'maybe' },
  { valid: true, isValid: 'soon' },
  { status: 'PENDING' },
  { status: 400 },
  { orderId: 'o-1', deliveryCode: '9999' },
  { orderId: 'o-2', deliveryCode: CODE },
  { orderId: 'o-1' },
  { orderId: 'o-1', deliveryCode: CODE, attempts: 3 },
  { message: 'A valid code is required' },
  ['x'],
  { data: Array.from({ length: 3_000 }, () => ({ valid: true })) },
  'Try again later',
  '{"valid":',
  '{"valid":fals',
  '[{"isValid":true}',
  '<!DOCTYPE html><title>Sign in</title>',
])('a success with %j leaves open whether the code is right', async (body) => {
  expect(await answered(body)).toMatchObject({ kind: 'unavailable', cause: 'unintelligible', status: 200 })
})
