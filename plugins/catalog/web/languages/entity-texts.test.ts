// @vitest-environment node
import { expect, test } from 'vitest'
import { entityMessages } from '../entity/messages.ts'
import { healthMessages } from '../health/messages.ts'
import { timeMessages } from '../time/messages.ts'
import { entityTexts as french } from './entity-french.ts'
import { healthTexts as frenchHealth } from './health-french.ts'
import { timeTexts as frenchTime } from './time-french.ts'
import { entityTexts as german } from './entity-german.ts'
import { healthTexts as germanHealth } from './health-german.ts'
import { timeTexts as germanTime } from './time-german.ts'
import { entityTexts as japanese } from './entity-japanese.ts'
import { healthTexts as japaneseHealth } from './health-japanese.ts'
import { timeTexts as japaneseTime } from './time-japanese.ts'
import { entityTexts as spanish } from './entity-spanish.ts'
import { healthTexts as spanishHealth } from './health-spanish.ts'
import { timeTexts as spanishTime } from './time-spanish.ts'

const placeholdersIn = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test.each(Object.entries({ french, german, japanese, spanish }))(
  '%s has every text of the entity page, with the same values',
  (_name, texts) => {
    const own = texts['catalog-entity']!
    expect(Object.keys(own).sort()).toEqual(Object.keys(entityMessages).sort())
    const other = Object.values(entityMessages).filter(({ key, text }) => placeholdersIn(own[key]!).join() !== placeholdersIn(text).join())
    expect(other).toEqual([])
  },
)

const healthTexts = { french: frenchHealth, german: germanHealth, japanese: japaneseHealth, spanish: spanishHealth }
test.each(Object.entries(healthTexts))('%s has every text of the page of problems, with the same values', (_name, texts) => {
  const own = texts['catalog-health']!
  expect(Object.keys(own).sort()).toEqual(Object.keys(healthMessages).sort())
  const other = Object.values(healthMessages).filter(({ key, text }) => placeholdersIn(own[key]!).join() !== placeholdersIn(text).join())
  expect(other).toEqual([])
})

const timeTexts = { french: frenchTime, german: germanTime, japanese: japaneseTime, spanish: spanishTime }
test.each(Object.entries(timeTexts))('%s has every text of the bar of the past, with the same values', (_name, texts) => {
  const own = texts['catalog-time']!
  expect(Object.keys(own).sort()).toEqual(Object.keys(timeMessages).sort())
  const other = Object.values(timeMessages).filter(({ key, text }) => placeholdersIn(own[key]!).join() !== placeholdersIn(text).join())
  expect(other).toEqual([])
})
