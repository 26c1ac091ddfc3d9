import { pictureMargin, type Picture, type Shape } from './picture.ts'

const maxSide = 16_000
const maxArea = 100_000_000

/** A picture as a PNG, twice as fine as the screen where browsers can hold one that large. */
export async function toPng(picture: Picture): Promise<Blob> {
  const { width, height, background, shapes } = picture
  const scale = Math.min(2, maxSide / width, maxSide / height, Math.sqrt(maxArea / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw on a canvas')
  const font = getComputedStyle(document.body).fontFamily
  context.scale(scale, scale)
  context.fillStyle = background
  context.fillRect(0, 0, width, height)
  context.translate(pictureMargin, pictureMargin)
  for (const shape of shapes) draw(context, shape, font)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The picture is too large for this browser'))), 'image/png'),
  )
}

function draw(context: CanvasRenderingContext2D, shape: Shape, font: string): void {
  context.setLineDash([])
  switch (shape.form) {
    case 'line':
      context.strokeStyle = shape.colour
      context.lineWidth = 1.25
      return context.stroke(new Path2D(shape.path))
    case 'head':
      context.fillStyle = shape.colour
      return context.fill(new Path2D(shape.path))
    case 'box':
      context.beginPath()
      context.roundRect(shape.x, shape.y, shape.width, shape.height, 6)
      context.fillStyle = shape.fill
      context.fill()
      context.lineWidth = 1
      context.strokeStyle = shape.stroke
      if (shape.dashed) context.setLineDash([4, 3])
      return context.stroke()
    case 'dot':
      context.beginPath()
      context.arc(shape.x, shape.y, 5, 0, 2 * Math.PI)
      context.fillStyle = shape.colour
      return context.fill()
    case 'text':
      context.font = `${shape.bold ? 500 : 400} ${shape.size}px ${font}`
      context.textAlign = shape.middle ? 'center' : 'left'
      context.textBaseline = 'middle'
      if (shape.halo !== undefined) {
        context.strokeStyle = shape.halo
        context.lineWidth = 4
        context.lineJoin = 'round'
        context.strokeText(shape.words, shape.x, shape.y)
      }
      context.fillStyle = shape.colour
      return context.fillText(shape.words, shape.x, shape.y)
  }
}
