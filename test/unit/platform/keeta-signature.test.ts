import { expect, it } from 'vitest'
import { conductOf } from '../../../electron/platform/dialects/dialects.ts'
import { textToSign } from '../../../electron/platform/dialects/open-delivery-1/keeta-signature.ts'

/** The three examples that Keeta publishes for its signature. */
it.each([
  [
    'https://api.example.com/v1/users?page=2&limit=10&sort=name',
    undefined,
    'https://api.example.com/v1/users&limit=10&page=2&sort=name',
  ],
  [
    'https://api.example.com/v1/orders',
    '{"userId":123,"productId":456,"quantity":2}',
    'https://api.example.com/v1/orders&{"userId":123,"productId":456,"quantity":2}',
  ],
  [
    'https://api.example.com/v1/products?version=v2&format=json',
    '{"name":"Pastel"}',
    'https://api.example.com/v1/products&format=json&version=v2&{"name":"Pastel"}',
  ],
])('the text that Keeta has signed for %s', (url, body, text) => {
  expect(textToSign({ url, body })).toBe(text)
})

it.each(['', '{}'])('has no body %j', (body) => {
  expect(textToSign({ url: 'https://api.example.com/v1/orders', body })).toBe('https://api.example.com/v1/orders')
})

it.each([
  ['keeta', 'open.mykeeta.com', 30],
  ['keeta', '127.0.0.1', 0],
  ['99food', 'openapi.99food.com', 1],
] as const)('%s at %s is polled every %i seconds at most', (profile, host, seconds) => {
  expect(conductOf({ dialect: 'open-delivery-1', profile }, host).pollFloorSeconds).toBe(seconds)
})
