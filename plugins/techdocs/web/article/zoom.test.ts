// @vitest-environment node
import { expect, test } from 'vitest'
import { fitted, maxScale, panBy, zoomBy } from './zoom.ts'

const sizes = { stage: { width: 800, height: 600 }, image: { width: 800, height: 300 } }

test('what is under the pointer stays under it while an image is zoomed', () => {
  const at = { x: 200, y: 40 }
  const near = zoomBy(fitted, 4, sizes, at)
  expect(near).toEqual({ scale: 4, x: -600, y: -120 })
  // The same point of the image, before and after, counted from the middle of the image.
  expect([(at.x - near.x) / near.scale, (at.y - near.y) / near.scale]).toEqual([200, 40])
})

test('an image is never smaller than where it fits, never larger than the limit, and never moved beyond its edges', () => {
  expect(zoomBy(fitted, 0.1, sizes)).toEqual(fitted)
  expect(zoomBy(fitted, 1000, sizes).scale).toBe(maxScale)
  const twice = zoomBy(fitted, 2, sizes)
  expect(panBy(twice, { x: 9999, y: 9999 }, sizes)).toEqual({ scale: 2, x: 400, y: 0 })
  expect(panBy(twice, { x: -9999, y: 10 }, sizes)).toEqual({ scale: 2, x: -400, y: 0 })
  expect(zoomBy(panBy(twice, { x: 400, y: 0 }, sizes), 0.5, sizes)).toEqual(fitted)
})
