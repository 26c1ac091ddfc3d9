import { act, configure, getConfig, prettyDOM } from '@testing-library/react'
import * as streams from 'node:stream/web'
import { createRoot, type Root } from 'react-dom/client'
import { waitTimeoutMs } from './timeouts.ts'

// jsdom lacks the streams of browsers.
Object.assign(globalThis, streams)

// jsdom has no layout either: scrolling is only recorded and reported.
if (typeof Element !== 'undefined') {
  Object.defineProperty(Element.prototype, 'scrollHeight', { configurable: true, get: () => Number.MAX_SAFE_INTEGER })
  Element.prototype.scrollTo = function (to) {
    if (typeof to === 'object') this.scrollTop = to.top ?? 0
    this.dispatchEvent(new Event('scroll'))
  }
}

const { asyncWrapper } = getConfig()

configure({
  asyncUtilTimeout: waitTimeoutMs,
  // On a busy machine React yields between drawing and running effects. What a test has found or done is only complete after them.
  async asyncWrapper(run) {
    const result = await asyncWrapper(run)
    if (typeof document !== 'undefined') flushEffects()
    return result
  },
  // A search that finds nothing yet is repeated. Only the error that a test ends with is read, and only then is the page printed.
  getElementError(message, container) {
    const error = Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    return Object.defineProperty(error, 'message', { get: () => [message, prettyDOM(container as Element)].filter(Boolean).join('\n\n') })
  },
})

let probe: Root | undefined

/** Any render runs the effects that are still waiting. */
function flushEffects() {
  probe ??= createRoot(document.createElement('div'))
  act(() => probe?.render(undefined))
}
