import { expect } from '@portico/core/testing/browser'
import type { Page } from '@playwright/test'

export const widths = [390, 768, 1024, 1440, 1920]
const shots = process.env['PORTICO_SHOTS']

/**
 * What is wrong with the layout of what is on the screen: text that stands one letter below the other, controls whose words are cut, and
 * anything that is out of the window although nothing scrolls it into view.
 */
export const faults = `(() => {
  const found = []
  const name = element => element.tagName.toLowerCase() + ' "' + (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40) + '"'
  const isScrolled = element => {
    for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(parent)
      if (/auto|scroll|hidden|clip/.test(overflowX + overflowY)) return true
    }
    return false
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways: ' + document.documentElement.scrollWidth)
  for (const element of document.querySelectorAll('h1, h2, h3, a, button, label, th, td, p, dt, dd, li, span')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('svg, [aria-hidden="true"]')) continue
    const { width, height, left, right } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1) continue
    const words = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('').trim()
    const line = parseFloat(getComputedStyle(element).lineHeight) || 20
    if (words.length > 3 && width < 24 && height > 2 * line) found.push('one letter wide: ' + name(element))
    if ((right > innerWidth + 1 || left < -1) && !isScrolled(element)) found.push('out of the window: ' + name(element))
    const { overflow, textOverflow } = getComputedStyle(element)
    if (element.matches('a, button') && element.scrollWidth > element.clientWidth + 1 && overflow !== 'visible' && textOverflow !== 'ellipsis' && element.clientWidth > 0)
      found.push('cut: ' + name(element))
  }
  return found
})()`

/**
 * The share of the screen that is as bright as paper: parts that a dark theme does not reach. Read from a picture, in blocks of 8 pixels, so
 * that letters do not count.
 */
const brightShare = (jpeg: string) => `(async () => {
  const bytes = Uint8Array.from(atob('${jpeg}'), letter => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const width = Math.ceil(image.width / 8), height = Math.ceil(image.height / 8)
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  let bright = 0
  for (let at = 0; at < data.length; at += 4) if (0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2] > 190) bright++
  return bright / (width * height)
})()`

const maxBrightShare = 0.01

/** In the dark theme nothing is out of place that was in place in the light one, and nothing stays light. */
async function expectDarkToHold(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFaults(page, `${name} in the dark`)
  const isDark = async () => {
    const picture = await page.screenshot({ type: 'jpeg', quality: 60, animations: 'disabled', caret: 'hide', scale: 'css' })
    return page.evaluate<number>(brightShare(picture.toString('base64')))
  }
  await expect.poll(isDark, `${name} in the dark: the share that stays light`).toBeLessThan(maxBrightShare)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Nothing on the screen is out of place, at the width that the window has. */
export async function expectNoFaults(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(faults), name).toEqual([])
}

/** The page on the screen holds at every width, in light and dark, from a phone to a wide screen: it is looked at once loaded, in one window that changes its size. */
export async function expectToHold(
  page: Page,
  name: string,
  check: (width: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoFaults(page, `${name} at ${width} px`)
    await check(width)
    await expectDarkToHold(page, `${name} at ${width} px`)
    for (const colorScheme of shots ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` })
    }
  }
}
