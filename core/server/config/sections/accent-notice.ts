import { configAt } from '@portico/core/common'

/** What WCAG asks for between text and its ground. */
const minContrast = 4.5

/** The themes take hue and strength from the accent and choose the lightness themselves, so that texts can be read. Worth knowing where that shows. */
export function accentNotice(branding: unknown): string | undefined {
  const accent = configAt(branding, ['accent'])
  const contrast = typeof accent === 'string' ? contrastWithWhite(accent) : undefined
  if (contrast === undefined || contrast >= minContrast) return undefined
  return (
    `the accent colour ${String(accent)} is too light for white text (contrast ${contrast.toFixed(1)}, needed ${minContrast}): ` +
    'it is adjusted, buttons and links get a darker shade of it'
  )
}

/** The contrast of `#rgb` or `#rrggbb` with white, as WCAG computes it; undefined for what is no such colour. */
function contrastWithWhite(colour: string): number | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'))?.[1]
  if (digits === undefined) return undefined
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => linear(Number.parseInt(digits.slice(at, at + 2), 16) / 255))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
