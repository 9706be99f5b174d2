import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortName } from '../../../renderer/counter/short-name.ts'
import { placesAfter, type SteadyPlaces, settledPlaces } from '../../../renderer/places/steady-places.ts'

describe('the places at the counter', () => {
  it('keep the remaining cards, free the other places and fill from the front', () => {
    const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'))
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 12 }), (changes) => {
        let places: SteadyPlaces = []
        for (const present of changes) {
          const next = placesAfter(places, present)
          expect(next.filter((id) => id !== undefined).toSorted()).toEqual(present.toSorted())
          for (const [index, id] of places.entries()) {
            if (id !== undefined && present.includes(id)) expect(next[index]).toBe(id)
          }
          if (next.length > 0) expect(next.at(-1)).toBeDefined()
          places = next
        }
      }),
    )
  })

  it('are the same object when nothing changes', () => {
    const places = placesAfter([], ['a', 'b'])
    expect(placesAfter(places, ['b', 'a'])).toBe(places)
  })

  it('after a time without a touch have urgent orders first, and no other order moves except for the exchange', () => {
    const places = ['a', 'b', undefined, 'c', 'd']
    const isUrgent = (id: string) => id === 'd'
    const settled = settledPlaces(places, { ids: ['d', 'a', 'b', 'c'], closesUp: false, isUrgent })
    expect(settled).toEqual(['d', 'b', undefined, 'c', 'a'])
    expect(settledPlaces(settled, { ids: ['d', 'a', 'b', 'c'], closesUp: false, isUrgent })).toBe(settled)
  })

  it('close up only on request, and are the same object when nothing moves', () => {
    const settlement = { ids: ['a', 'b'], isUrgent: () => false }
    const places = ['a', undefined, 'b']
    expect(settledPlaces(places, { ...settlement, closesUp: false })).toBe(places)
    expect(settledPlaces(places, { ...settlement, closesUp: true })).toEqual(['a', 'b'])
  })
})

describe('a name at the counter', () => {
  it.each([
    ['Rafael Nogueira', 'Rafael N.'],
    ['João Pedro  Sanches ', 'João S.'],
    ['Lia', 'Lia'],
    ['', ''],
    ['Zoé 🍔', 'Zoé'],
    ['Zoé 𠮷田', 'Zoé 𠮷.'],
    ['Dona Lourdes', 'Dona Lourdes'],
    ['Sr. João Prado', 'Sr. João P.'],
  ])('of the customer %j is %j', (name, called) => {
    expect(shortName(name)).toBe(called)
  })
})
