// @vitest-environment node
import { expect, test } from 'vitest'
import { catalogMessages } from '../messages.ts'
import { catalogWeb } from '../index.tsx'

const english = Object.values(catalogMessages)
const placeholdersIn = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test.each(['de', 'fr', 'es', 'ja'])('%s has every text of the list of entities, with the same values', async code => {
  const { translation } = await catalogWeb.translations![code]!()
  const texts = translation['catalog'] ?? {}
  expect(english.filter(({ key }) => !texts[key]).map(({ key }) => key)).toEqual([])
  expect(
    english.filter(({ key, text }) => placeholdersIn(texts[key]!).join() !== placeholdersIn(text).join()).map(({ key }) => key),
  ).toEqual([])
  expect(Object.keys(texts).filter(key => !Object.hasOwn(catalogMessages, key))).toEqual([])
})
