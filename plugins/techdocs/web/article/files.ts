import { filePrefix } from '@portico/techdocs/common'

const held = 'data-file-'
const attributes = ['src', 'poster'] as const

/** Puts off what a page loads by itself until the browser has the cookie for it: the text of the page does not wait for that. */
export function holdFiles(html: string): string {
  return attributes.reduce((text, name) => text.replaceAll(` ${name}="${filePrefix}`, ` ${held}${name}="${filePrefix}`), html)
}

export function showFiles(article: HTMLElement): void {
  for (const name of attributes) {
    // Only where a file is a picture or a sound: nothing else loads one.
    for (const element of article.querySelectorAll(`:is(img, video, audio, source)[${held}${name}]`)) {
      const address = element.getAttribute(`${held}${name}`)!
      if (element.getAttribute(name) !== address) element.setAttribute(name, address)
    }
  }
}
