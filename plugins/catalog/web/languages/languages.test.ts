// @vitest-environment node
import { expect, test } from 'vitest'
import { catalogMessages } from '../messages.ts'
import { catalogWeb } from '../index.tsx'

const english = Object.values(catalogMessages)
const placesIn = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test.each(['de', 'fr', 'es', 'ja'])('%s has every text of the list of entities, with the same values', async code => {
  const { translation } = await catalogWeb.translations![code]!()
  const texts = translation['catalog'] ?? {}
  expect(english.filter(({ key }) => !texts[key]).map(({ key }) => key)).toEqual([])
  expect(english.filter(({ key, text }) => placesIn(texts[key]!).join() !== placesIn(text).join()).map(({ key }) => key)).toEqual([])
  expect(Object.keys(texts).filter(key => !Object.hasOwn(catalogMessages, key))).toEqual([])
})
