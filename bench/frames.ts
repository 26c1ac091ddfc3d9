import type { Page } from '@playwright/test'

/** Records the time of every frame until it is stopped. */
const countFrames = `(() => {
  window.frames_ = []
  const look = time => { window.frames_.push(time); window.counting = requestAnimationFrame(look) }
  window.counting = requestAnimationFrame(look)
})()`
const slowestFrames = `(() => {
  cancelAnimationFrame(window.counting)
  const times = window.frames_.slice(1).map((time, index) => time - window.frames_[index]).sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? 0
})()`

/** The 95th percentile of frame times during an action. */
export async function frameTime(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(countFrames)
  await act()
  return page.evaluate<number>(slowestFrames)
}
