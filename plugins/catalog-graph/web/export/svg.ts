import { escapeHtml } from '@portico/core/common'
import { pictureMargin, type Picture, type Shape } from './picture.ts'

const font = "Inter, system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"

/** A picture as an SVG document. Every text in it is text, whatever it looks like. */
export function toSvg({ width, height, background, shapes }: Picture): string {
  const [w, h] = [Math.ceil(width), Math.ceil(height)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="${escape(font)}">`,
    `<rect width="${w}" height="${h}" fill="${escape(background)}"/>`,
    `<g transform="translate(${pictureMargin} ${pictureMargin})">`,
    ...shapes.map(toElement),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function toElement(shape: Shape): string {
  switch (shape.form) {
    case 'line':
      return `<path d="${shape.path}" fill="none" stroke="${escape(shape.colour)}" stroke-width="1.25"/>`
    case 'head':
      return `<path d="${shape.path}" fill="${escape(shape.colour)}"/>`
    case 'box': {
      const dashes = shape.dashed ? ' stroke-dasharray="4 3"' : ''
      const box = `x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}"`
      return `<rect ${box} rx="6" fill="${escape(shape.fill)}" stroke="${escape(shape.stroke)}"${dashes}/>`
    }
    case 'dot':
      return `<circle cx="${shape.x}" cy="${shape.y}" r="5" fill="${escape(shape.colour)}"/>`
    case 'text': {
      const halo = shape.halo === undefined ? '' : ` stroke="${escape(shape.halo)}" stroke-width="4" paint-order="stroke"`
      const look = `font-size="${shape.size}" font-weight="${shape.bold ? 500 : 400}" fill="${escape(shape.colour)}"${halo}`
      const anchor = shape.middle ? ' text-anchor="middle"' : ''
      return `<text x="${shape.x}" y="${shape.y}" dominant-baseline="central" ${look}${anchor}>${escape(shape.words)}</text>`
    }
  }
}

/** Also without the characters that XML cannot hold at all. */
function escape(text: string): string {
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
