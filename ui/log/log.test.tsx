import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogViewer } from '../index.ts'
import { renderKit } from '../testing/render-kit.tsx'
import { toLineStarts, toPlainLine } from './ansi.ts'
import { toLineSpans } from './line-spans.ts'
import { toRow, toVisibleLines } from './log-folds.ts'
import { createLineSearch, toHashLine, toLogLines } from './log-lines.ts'

beforeEach(() => history.replaceState(undefined, '', '/logs?a=1'))
afterEach(cleanup)

const looks = (line: string, words = '') => toLineSpans(line, words).map(span => [span.text, ...span.looks].join(' '))

test('a log becomes lines, and what was overwritten is gone', () => {
  expect(toLogLines('')).toEqual([])
  expect(toLogLines('a\r\nb\n\nc\n')).toEqual(['a', 'b', '', 'c'])
  expect(toLogLines('10%\r50%\r100%\r\ndone')).toEqual(['100%', 'done'])
})

test('colours and marks are read, and other codes of a terminal are left out', () => {
  expect(looks('\u001b[31mred \u001b[1;44mbold\u001b[0m plain')).toEqual(['red  red', 'bold bold red on-blue', ' plain'])
  expect(looks('\u001b[7minverted\u001b[27m\u001b[7;32mgreen')).toEqual(['inverted inverted', 'green on-green'])
  expect(toLineSpans('\u001b[38;5;196mx\u001b[48;2;1;2;3my', '').map(span => [span.color, span.background])).toEqual([
    ['rgb(255 0 0)', undefined],
    ['rgb(255 0 0)', 'rgb(1 2 3)'],
  ])
  expect(looks('\u001b[38;5;999mx\u001b[2K\u001b]8;;https://x\u0007y')).toEqual(['x', 'y'])
  expect(toPlainLine('\u001b[1mA\u001b[0mB')).toBe('AB')
})

test('a code with half a million numbers is read in one pass', () => {
  expect(looks(`\u001b[${'38;'.repeat(500_000)}31mred`)).toEqual(['red red'])
})

test('a style that is not reset continues in the next lines', () => {
  const starts = toLineStarts(['a\u001b[31m', 'b', '\u001b[0mc', 'd'])
  expect([...starts.keys()]).toEqual([1, 2])
  expect(toLineSpans('b', '', starts.get(1))[0]?.looks).toEqual(['red'])
})

test('matches are marked in any case and across colours', () => {
  expect(looks('x Err\u001b[31mor\u001b[0m error', 'ERROR')).toEqual(['x ', 'Err found', 'or red found', ' ', 'error found'])
  const searched = createLineSearch(['one', 'E\u001b[1mrr', 'err'])
  expect([searched.find('ERR'), searched.find(''), searched.first('err'), searched.first('none')]).toEqual([[1, 2], [], 1, undefined])
})

test('an address points at a line', () => {
  expect([toHashLine('#L12'), toHashLine('#l12'), toHashLine('#L'), toHashLine('')]).toEqual([12, undefined, undefined, undefined])
})

test('a long log draws only what is in view; search goes from match to match; numbers are links', async () => {
  const user = userEvent.setup()
  const text = Array.from({ length: 100_000 }, (_, index) => (index % 25_000 === 10 ? `line ${index} needle` : `line ${index}`)).join('\n')
  renderKit(<LogViewer label="Build log" text={text} />)
  const log = await screen.findByRole('log', { name: 'Build log' })
  expect(log.querySelectorAll('a').length).toBeLessThan(200)
  expect(within(log).getByLabelText('Line 3').getAttribute('href')).toBe('/logs?a=1#L3')
  await user.type(screen.getByRole('searchbox', { name: 'Search in log' }), 'needle')
  expect(await screen.findByText('1 of 4')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('2 of 4')).toBeTruthy()
  await waitFor(() => expect(within(log).getByLabelText('Line 25011')).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'Previous match' }))
  await user.click(screen.getByRole('button', { name: 'Previous match' }))
  expect(await screen.findByText('4 of 4')).toBeTruthy()
})

test('everything is copied and downloaded without colour codes', async () => {
  const user = userEvent.setup()
  renderKit(<LogViewer label="Log" text={'\u001b[31ma\u001b[0m\nb\n'} fileName="build.txt" />)
  await screen.findByRole('log')
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copy all' }))
  expect(written).toHaveBeenCalledWith('a\nb')
  const blobs: Blob[] = []
  URL.createObjectURL = blob => `blob:${blobs.push(blob as Blob)}`
  URL.revokeObjectURL = () => undefined
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await blobs[0]?.text()).toBe('a\nb\n')
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('build.txt')
})

test('a running log is followed and waits for its first line; a finished one may be empty', async () => {
  const { update } = renderKit(<LogViewer label="Log" text="" running />)
  expect(await screen.findByText('Waiting for the first line')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true')
  update(<LogViewer label="Log" text="" />)
  expect(screen.getByText('The log is empty')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
})

test('groups are folded until they are opened, or something in them is looked for; errors are found', async () => {
  expect(
    toVisibleLines(
      8,
      [
        { start: 1, end: 5 },
        { start: 2, end: 3 },
      ],
      new Set(),
    ),
  ).toEqual([0, 1, 6, 7])
  expect(
    toVisibleLines(
      8,
      [
        { start: 1, end: 5 },
        { start: 2, end: 3 },
      ],
      new Set([1]),
    ),
  ).toEqual([0, 1, 2, 4, 5, 6, 7])
  expect(toVisibleLines(3, [{ start: 1, end: 1 }], new Set())).toBeUndefined()
  expect([toRow(undefined, 5), toRow([0, 1, 6, 7], 6), toRow([0, 1, 6, 7], 4)]).toEqual([5, 2, 1])

  const user = userEvent.setup()
  const groups = [{ start: 1, end: 3 }]
  renderKit(<LogViewer label="Log" text={'start\nPackages\nalpha\nbeta\nend\n'} groups={groups} errors={[3]} height="20vh" />)
  const log = await screen.findByRole('log')
  const seen = () => [...log.querySelectorAll('[data-line]')].map(({ textContent }) => textContent)
  expect(seen()).toEqual(['1start', '2Packages', '5end'])
  await user.click(screen.getByRole('button', { name: 'Show 2 lines' }))
  expect(seen()).toEqual(['1start', '2Packages', '3alpha', '4beta', '5end'])
  await user.click(screen.getByRole('button', { name: 'Hide 2 lines' }))
  expect(seen()).toEqual(['1start', '2Packages', '5end'])
  await user.click(screen.getByRole('button', { name: 'First error' }))
  expect(seen()).toContain('4beta')
  expect(log.style.height).toBe('20vh')
})

test('a line that is very long is drawn in part, and copied whole', async () => {
  const user = userEvent.setup()
  renderKit(<LogViewer label="Log" text={'x'.repeat(5_000_000)} empty="Nothing" />)
  const log = await screen.findByRole('log')
  expect(within(log).getByText('4,995,000 more characters')).toBeTruthy()
  expect(log.textContent.length).toBeLessThan(6000)
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copy all' }))
  expect(written.mock.lastCall?.[0]).toHaveLength(5_000_000)
})
