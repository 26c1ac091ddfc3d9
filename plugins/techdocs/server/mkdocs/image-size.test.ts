import { expect, test } from 'vitest'
import { htmlOf } from '../testing/render-markdown.ts'
import { readImageSize } from './image-size.ts'

const bytes = (...parts: readonly (string | number[])[]) =>
  Buffer.concat([...parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))), Buffer.alloc(32)])
const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 5, 0, 0, 0, 2, 208])
const profile = [0xff, 0xe2, 0, 6, 1, 2, 3, 4]
const frame = [0xff, 0xc2, 0, 17, 8, 2, 208, 5, 0]

test.each([
  ['PNG', png],
  ['GIF', bytes('GIF89a', [0, 5, 208, 2])],
  ['WebP, lossy', bytes('RIFF\0\0\0\0WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0, 5, 208, 2])],
  ['WebP, lossless', bytes('RIFF\0\0\0\0WEBPVP8L', [0, 0, 0, 0, 0x2f, 255, 196, 179, 0])],
  ['WebP, extended', bytes('RIFF\0\0\0\0WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 255, 4, 0, 207, 2, 0])],
  ['JPEG', bytes([0xff, 0xd8], profile, frame)],
  [
    'SVG',
    Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="1280px" height="719.6" viewBox="0 0 9 9"></svg>'),
  ],
])('the size of an image is read from the beginning of its file: %s', (_format, file) => {
  expect(readImageSize(file)).toEqual({ width: 1280, height: 720 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('no image, but a text that is long enough')],
  ['half a file', png.subarray(0, 18)],
  ['a photo that may be turned', bytes([0xff, 0xd8, 0xff, 0xe1, 0, 8], 'Exif\0\0', frame)],
  ['a JPEG whose segments lead nowhere', bytes([0xff, 0xd8, 0xff, 0xe2, 255, 255], frame)],
  ['a JPEG of segments without length', bytes([0xff, 0xd8, 0xff, 0xe2, 0, 0, 0, 0, 0, 0])],
  ['a WebP with metadata', bytes('RIFF\0\0\0\0WEBPVP8X', [10, 0, 0, 0, 8, 0, 0, 0, 255, 4, 0, 207, 2, 0])],
  ['an image without pixels', bytes('GIF89a', [0, 0, 208, 2])],
  ['an SVG as wide as its place', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720"></svg>')],
  ['an SVG by percent', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="720"></svg>')],
])('a file that does not tell its size has none: %s', (_what, file) => {
  expect(readImageSize(file)).toBeUndefined()
})

test('images of the site have their size, so that nothing moves when they load; what the page says itself stays', () => {
  const files = { 'docs/a b.png': png, 'docs/broken.png': 'x' }
  const html = (text: string) => htmlOf(text, { files })
  expect(html('![A](a%20b.png#only-light)')).toContain('loading="lazy" width="1280" height="720">')
  expect(html('![A](a%20b.png){ width="640" }')).toContain(' width="640" loading="lazy" height="360">')
  for (const text of [
    '![A](broken.png)',
    '![A](https://example.com/a.png)',
    '![A](a%20b.png){ height="40" }',
    '![A](a%20b.png){ width="50%" }',
    '![A](a%20b.png){ style="width: 50%" }',
  ])
    expect(html(text)).not.toMatch(/width="1280"|height="(?!40")/)
})

test.each([
  '![a](a%zz.png)',
  '![a](%ff.png)',
  '<img src="a%zz.png">',
  '<img src="portico-file:/a%zz.png">',
  '<img src="portico-file:/%ff">',
])('an image with a broken address costs nothing but its size: %s', text => {
  expect(htmlOf(`${text}\n\nNext`)).toContain('<p>Next</p>')
})
