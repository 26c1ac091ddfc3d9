import { configAt } from '@portico/core/common'
import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { notice, type NoticeContext } from '../schema.ts'

/** The formats of fonts that browsers read, by the first bytes of a file. */
const formats: Readonly<Record<string, string>> = {
  '774f4632': 'woff2',
  '774f4646': 'woff',
  '00010000': 'truetype',
  '74727565': 'truetype',
  '4f54544f': 'opentype',
}

const fontFile = z.object({
  file: z.string().min(1).describe('A file with a font: woff2, woff, ttf or otf. The portal serves it itself'),
  weight: z
    .union([z.int().min(1).max(1000), z.string().regex(/^\d{1,4}( \d{1,4})?$/, "expected a weight such as 400, or '100 900'")])
    .default('100 900')
    .describe('The weight of the file, or the range of a variable font'),
  style: z.enum(['normal', 'italic']).default('normal').describe('Upright or italic'),
})

const fontFiles = z.array(notice(fontFile, fontNotice)).min(1, 'expected at least one file')

/** `app.branding.fonts`: fonts of the organisation, in place of those that come with the portal. */
export const brandFonts = z.object({
  body: fontFiles.optional().describe('For texts and headings, in place of Inter'),
  code: fontFiles.optional().describe('For code, in place of JetBrains Mono'),
})

export type BrandFonts = z.output<typeof brandFonts>

/** The format of a font file; undefined for a file that is missing, unreadable or not a font. */
export function fontFormat(file: string): string | undefined {
  const bytes = Buffer.alloc(4)
  try {
    const handle = openSync(file, 'r')
    try {
      readSync(handle, bytes)
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
  return formats[bytes.toString('hex')]
}

function fontNotice(value: unknown, { folder }: NoticeContext): string | undefined {
  const file = configAt(value, ['file'])
  if (typeof file !== 'string' || fontFormat(path.resolve(folder, file)) !== undefined) return undefined
  return `${path.resolve(folder, file)} is missing, or is not a font (woff2, woff, ttf or otf): the font of the portal is used in its place`
}
