/** How an image is seen: as large as fits at scale 1, moved by pixels from the centre. */
export interface ZoomView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Sizes {
  /** The place for the image. */
  readonly stage: { readonly width: number; readonly height: number }
  /** The image where it fits. */
  readonly image: { readonly width: number; readonly height: number }
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 }
export const maxScale = 8

/** Zooms by a factor; what is at the point, counted from the centre of the stage, stays there. */
export function zoomBy(view: ZoomView, factor: number, sizes: Sizes, at: Point = { x: 0, y: 0 }): ZoomView {
  const scale = Math.min(Math.max(view.scale * factor, 1), maxScale)
  const grown = scale / view.scale
  return within({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, sizes)
}

/** Moves the image, no further than its edges. */
export function panBy(view: ZoomView, by: Point, sizes: Sizes): ZoomView {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, sizes)
}

function within({ scale, x, y }: ZoomView, { stage, image }: Sizes): ZoomView {
  return { scale, x: clamp(x, (image.width * scale - stage.width) / 2), y: clamp(y, (image.height * scale - stage.height) / 2) }
}

function clamp(value: number, reach: number): number {
  const max = Math.max(reach, 0)
  return Math.min(Math.max(value, -max), max)
}
