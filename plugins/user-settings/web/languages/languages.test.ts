// @vitest-environment node
import { expect, test } from 'vitest'
import { settingsMessages } from '../messages.ts'

const placeholdersIn = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test.each(['german', 'french', 'spanish', 'japanese'])('the settings have every text in %s, with the same values', async language => {
  const { translation } = (await import(`./${language}.ts`)) as { translation: Record<string, Record<string, string>> }
  const texts = translation['user-settings']!
  expect(Object.keys(texts).sort()).toEqual(Object.keys(settingsMessages).sort())
  const other = Object.values(settingsMessages).filter(
    ({ key, text }) => placeholdersIn(texts[key]!).join() !== placeholdersIn(text).join(),
  )
  expect(other).toEqual([])
})
