// @vitest-environment node
import { uiMessages } from '@portico/ui'
import { expect, test } from 'vitest'
import { shellMessages } from '../messages.ts'
import { ownLanguages, ownTranslations } from './own-languages.ts'

const english = [...Object.values(shellMessages), ...Object.values(uiMessages)]
const placeholdersIn = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test.each(ownLanguages.filter(({ code }) => code !== 'en'))(
  '$name has every text of the shell and the kit, with the same values',
  async ({ code }) => {
    const { translation } = await ownTranslations[code]!()
    const missing = english.filter(({ catalogue, key }) => !translation[catalogue]?.[key])
    expect(missing.map(({ catalogue, key }) => `${catalogue}.${key}`)).toEqual([])
    const other = english.filter(
      ({ catalogue, key, text }) => placeholdersIn(translation[catalogue]![key]!).join() !== placeholdersIn(text).join(),
    )
    expect(other).toEqual([])
    const known = new Set(english.map(({ catalogue, key }) => `${catalogue}.${key}`))
    const stale = Object.entries(translation).flatMap(([catalogue, texts]) => Object.keys(texts).map(key => `${catalogue}.${key}`))
    expect(stale.filter(each => !known.has(each))).toEqual([])
  },
)
