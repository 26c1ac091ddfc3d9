let context: OffscreenCanvasRenderingContext2D | undefined | null
const widths = new Map<string, number>()
const maxCached = 5_000

export interface TextLook {
  /** In pixels. */
  readonly size: number
  readonly weight?: 400 | 500 | 600
}

/** The width of a single line of text in the font of the portal, in pixels. Where nothing can be measured it is estimated. */
export function measureText(text: string, { size, weight = 400 }: TextLook): number {
  const key = `${weight} ${size} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  const measured = measure(text, size, weight)
  // Before the font has loaded another one is measured.
  if (measured === undefined || document.fonts.status !== 'loaded') return measured ?? [...text].length * size * 0.58
  if (widths.size >= maxCached) widths.clear()
  widths.set(key, measured)
  return measured
}

function measure(text: string, size: number, weight: number): number | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  context ??= new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return undefined
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}
