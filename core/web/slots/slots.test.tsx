import { defineExtensionConfig } from '@portico/core/common'
import { renderPage } from '@portico/core/testing/web'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineSlot, defineWebPlugin, SlotItems, useExtensionConfig, useSlot, type WebPlugin } from '../index.ts'

interface Line {
  readonly words: string
}

const lines = defineSlot<Line, { readonly colour: string }, 'left' | 'right'>({
  id: 'line',
  plugin: 'host',
  places: ['left', 'right'],
  facts: { colour: ({ colour }) => colour },
  own: ['own'],
})
const ownLines = lines.fillOwn([{ name: 'own', place: 'left', words: 'own' }])
const green = { colour: 'Green' }

function HostPage() {
  const all = useSlot(lines, { context: green, own: ownLines })
  return (
    <>
      <p data-testid="all">{all.map(({ id, place, item }) => `${id} ${place} ${item.words}`).join(', ')}</p>
      <SlotItems slot={lines} context={green} own={ownLines}>
        {({ words }) => {
          if (words === 'boom') throw new Error('went wrong')
          return words === 'sized' ? <Sized /> : <p>{`Line: ${words}`}</p>
        }}
      </SlotItems>
    </>
  )
}
const host = defineWebPlugin({
  id: 'host',
  pages: [{ path: '/', title: 'Host', load: async () => ({ default: HostPage }) }],
  slots: [lines],
})
const first = defineWebPlugin({
  id: 'first',
  fills: [lines.fill({ name: 'a', place: 'left', words: 'a' }), lines.fill({ name: 'z', place: 'right', order: 200, words: 'last' })],
})
const second = defineWebPlugin({ id: 'second', fills: [lines.fill({ place: 'right', order: 1, words: 'front' })] })

const sizes = defineExtensionConfig('line:sized', z.strictObject({ size: z.int().default(3) }))
const sized = defineWebPlugin({ id: 'sized', fills: [lines.fill({ place: 'left', words: 'sized', config: sizes })] })
function Sized() {
  return <p>{`Size: ${useExtensionConfig(sizes).size}`}</p>
}

async function shown(plugins: readonly WebPlugin[], extensions: readonly unknown[] = []) {
  const { screen } = renderPage({ plugins, config: { app: { baseUrl: 'http://portal.test', extensions } } })
  return (await screen.findByTestId('all')).textContent
}

test('a slot holds what plugins fill in by id, lowest order first, its own first among equals, else as the app lists the plugins', async () => {
  expect(await shown([second, host, first])).toBe('second right front, host/own left own, first/a left a, first/z right last')
})

test('a filling that throws shows as its own plugin’s error, and the others stay', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad = defineWebPlugin({ id: 'bad', fills: [lines.fill({ place: 'left', words: 'boom' })] })
  const { screen } = renderPage({ plugins: [host, bad, first] })
  expect(await screen.findByRole('heading', { name: 'Error in bad' })).toBeTruthy()
  expect(screen.getByText('Line: own')).toBeTruthy()
  expect(screen.getByText('Line: a')).toBeTruthy()
})

test('a filling is there only where its condition holds, and a condition that throws leaves out its own filling alone', async () => {
  const some = defineWebPlugin({
    id: 'some',
    fills: [
      lines.fill({ name: 'yes', place: 'left', isFor: ({ colour }) => colour === 'Green', words: 'yes' }),
      lines.fill({ name: 'no', place: 'left', isFor: ({ colour }) => colour === 'Red', words: 'no' }),
      lines.fill({
        name: 'broken',
        place: 'left',
        isFor: () => {
          throw new Error('no')
        },
        words: 'broken',
      }),
    ],
  })
  expect(await shown([host, some])).toBe('host/own left own, some/yes left yes')
})

test('a filling replaces another, unless it is disabled itself', async () => {
  const better = defineWebPlugin({ id: 'better', fills: [lines.fill({ place: 'right', replaces: ['host/own'], words: 'better' })] })
  expect(await shown([host, better])).toBe('better right better')
  expect(await shown([host, better], [{ 'line:better': false }])).toBe('host/own left own')
})

test('the config disables fillings, moves them, and later entries win', async () => {
  expect(await shown([host, first], [{ 'line:first/a': false }, { 'line:first/z': { order: 0, place: 'left' } }])).toBe(
    'first/z left last, host/own left own',
  )
  expect(await shown([host, first], [{ 'line:*': { disabled: true } }, 'line:first/a'])).toBe('first/a left a')
  expect(await shown([host, first], [{ 'line:first/*': false }])).toBe('host/own left own')
  expect(await shown([host, first], [{ 'line:first/z': { place: 'nowhere' } }])).toContain('first/z right last')
})

test('an entry with a condition holds only where that is met, in any letter case', async () => {
  const off = (when: object) => [{ 'line:host/own': { when, disabled: true } }]
  expect(await shown([host, second], off({ colour: ['red', 'green'] }))).toBe('second right front')
  expect(await shown([host, second], off({ colour: 'red' }))).toContain('host/own')
  expect(await shown([host, second], off({ weight: 'heavy' }))).toContain('host/own')
})

test('a filling reads its settings, with their defaults', async () => {
  const open = (extensions: unknown[]) => renderPage({ plugins: [host, sized], config: { app: { extensions } } }).screen
  expect(await open([]).findByText('Size: 3')).toBeTruthy()
  expect(await open([{ 'line:sized': { config: { size: 7 } } }]).findByText('Size: 7')).toBeTruthy()
})

test('two fillings of one id, and two slots of one id, keep the portal from opening', () => {
  const twice = defineWebPlugin({
    id: 'twice',
    fills: [lines.fill({ place: 'left', words: 'a' }), lines.fill({ place: 'left', words: 'b' })],
  })
  expect(() => renderPage({ plugins: [host, twice] })).toThrow("Duplicate extension 'line:twice'")
  const like = defineWebPlugin({ ...host, pages: [], slots: [], fills: [lines.fill({ name: 'own', place: 'left', words: 'b' })] })
  expect(() => renderPage({ plugins: [{ ...host, fills: like.fills ?? [] }] })).toThrow("Duplicate extension 'line:host/own'")
  const other = defineSlot<Line>({ id: 'line', plugin: 'other' })
  expect(() => renderPage({ plugins: [host, defineWebPlugin({ id: 'other', slots: [other] })] })).toThrow("Duplicate slot 'line'")
})

test('a slot and its own fillings name the same', () => {
  expect(() => lines.fillOwn([{ name: 'else', place: 'left', words: 'x' }])).toThrow("The slot 'line' says that its own fillings are own")
})

test('an entry that matches no extension is reported in the console, with the nearest id', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await shown([host, first], [{ 'line:first/a': true }, { 'line:frist/a': false }, { 'page:elsewhere': {} }])
  await expect.poll(() => warned.mock.calls.length).toBe(2)
  expect(warned.mock.calls.flat()).toEqual([
    "app.extensions: there is no extension 'line:frist/a', did you mean 'line:first/a'?",
    "app.extensions: there is no extension 'page:elsewhere'",
  ])
  warned.mockRestore()
})
