import { expect, it } from 'vitest'
import { channelWord } from '../../../shared/text/channel-word.ts'

it.each([
  ['APP', 'App'],
  ['MARKETPLACE', 'Marketplace'],
  ['SITE', 'Site'],
  ['ifood', 'iFood'],
  ['UBER_EATS', 'Uber Eats'],
  ['BALCAO', 'Balcão'],
  ['QR-CODE', 'QR Code'],
  ['PDV', 'PDV'],
  ['FOOD_COURT', 'Food court'],
  ['PRAÇA_DE_ALIMENTAÇÃO', 'Praça de alimentação'],
  ['totem2', 'totem2'],
  ['DRIVE THRU', 'Drive thru'],
  ['App da casa', 'App da casa'],
  ['Site próprio', 'Site próprio'],
  ['99', '99'],
  ['', ''],
])('the channel %s is %s', (channel, word) => {
  expect(channelWord(channel)).toBe(word)
})
