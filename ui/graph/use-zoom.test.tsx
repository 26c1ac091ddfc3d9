import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { resizeDebounceMs, useZoom } from './use-zoom.ts'

const content = { width: 384, height: 384 }
let resized: () => void = () => undefined

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Box() {
  const box = useRef<HTMLDivElement>(null)
  useZoom(box, content)
  return (
    <div ref={box} data-testid="box">
      <div data-layer data-testid="layer" />
    </div>
  )
}

test('a resize fits the graph again, debounced by 100 ms [UI-51]', () => {
  vi.useFakeTimers()
  let side = 400
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => side)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => side)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        resized = listener
      }
      observe() {}
      disconnect() {}
    },
  )
  const { getByTestId } = render(<Box />)
  const scale = () => /scale\((.*)\)/.exec(getByTestId('layer').style.transform)?.[1]
  expect(scale()).toBe('1')
  side = 361.6
  act(() => {
    resized()
    vi.advanceTimersByTime(resizeDebounceMs - 1)
    resized()
    vi.advanceTimersByTime(resizeDebounceMs - 1)
  })
  expect(scale()).toBe('1')
  act(() => {
    vi.advanceTimersByTime(1)
  })
  expect(scale()).toBe('0.9')
})
