import { renderPage } from '@portico/core/testing/web'
import { expect, test, vi } from 'vitest'
import { defineSlot, defineWebPlugin, SlotItems, useSlot } from './index.ts'

const lines = defineSlot<{ words: string }>('host.lines')

function HostPage() {
  const items = useSlot(lines)
  return (
    <>
      <p data-testid="all">{items.map(item => item.words).join(', ')}</p>
      <SlotItems slot={lines}>
        {({ words }) => {
          if (words === 'boom') throw new Error('went wrong')
          return <p>{`Line: ${words}`}</p>
        }}
      </SlotItems>
    </>
  )
}
const host = defineWebPlugin({
  id: 'host',
  pages: [{ path: '/', title: 'Host', load: async () => ({ default: HostPage }) }],
  fills: [lines.fill({ words: 'own' })],
})
const first = defineWebPlugin({ id: 'first', fills: [lines.fill({ words: 'a' }), lines.fill({ words: 'last' }, { order: 200 })] })
const second = defineWebPlugin({ id: 'second', fills: [lines.fill({ words: 'b' }), lines.fill({ words: 'front' }, { order: 1 })] })

test('a slot holds what plugins fill in, lowest order first, else as the app lists the plugins', async () => {
  const { screen } = renderPage({ plugins: [second, host, first] })
  expect((await screen.findByTestId('all')).textContent).toBe('front, b, own, a, last')
})

test('a filling that throws shows as its own plugin’s error, and the others stay', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad = defineWebPlugin({ id: 'bad', fills: [lines.fill({ words: 'boom' })] })
  const { screen } = renderPage({ plugins: [host, bad, first] })
  expect(await screen.findByRole('heading', { name: 'Error in bad' })).toBeTruthy()
  expect(screen.getByText('Line: own')).toBeTruthy()
  expect(screen.getByText('Line: a')).toBeTruthy()
})
