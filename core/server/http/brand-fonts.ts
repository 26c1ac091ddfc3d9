import { notFoundError } from '@portico/core/common'
import type { FastifyInstance } from 'fastify'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fontFormat, type BrandFonts } from '../config/sections/brand-fonts.ts'

/** The custom properties of the themes, and the fonts behind those of the organisation, for letters that theirs do not have. */
const families = {
  body: { property: '--font-body', fallback: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif" },
  code: { property: '--font-code', fallback: "'JetBrains Mono Variable', ui-monospace, Menlo, Consolas, monospace" },
} as const

type Family = keyof typeof families

interface Font {
  readonly name: string
  readonly family: Family
  readonly path: string
  readonly format: string
  readonly weight: string | number
  readonly style: string
}

const maxFontBytes = 10 * 2 ** 20

export interface BrandFontsOptions {
  /** As the config has them now. */
  readonly fonts: () => BrandFonts | undefined
  /** Where relative paths begin. */
  readonly folder: string
  readonly basePath: string
}

/** Serves the fonts of `app.branding.fonts`, and says to pages that they are used. A file that cannot be used is left out. */
export function createBrandFonts({ fonts, folder, basePath }: BrandFontsOptions) {
  function present(): Font[] {
    return Object.entries(fonts() ?? {}).flatMap(([family, files]) =>
      (files ?? []).flatMap(({ file, weight, style }, index): Font[] => {
        const full = path.resolve(folder, file)
        const format = fontFormat(full)
        if (format === undefined) return []
        // A file that was replaced has another address, so that browsers may keep this one for ever.
        const { size, mtimeMs } = statSync(full)
        const name = `${family}-${index}-${Math.round(mtimeMs).toString(36)}-${size.toString(36)}.${format}`
        return size > maxFontBytes ? [] : [{ name, family: family as Family, path: full, format, weight, style }]
      }),
    )
  }

  return {
    mount(http: FastifyInstance): void {
      http.get<{ Params: { name: string } }>(`${basePath}/branding/fonts/:name`, async (request, reply) => {
        const font = present().find(({ name }) => name === request.params.name)
        if (!font) throw notFoundError('There is no such font')
        const type = font.format.startsWith('woff') ? `font/${font.format}` : 'font/ttf'
        return reply
          .headers({ 'cache-control': 'public, max-age=31536000, immutable' })
          .type(type)
          .send(await readFile(font.path))
      })
    },
    /** What stands in the head of a page; empty where the config has no fonts. */
    style(): string {
      const found = present()
      if (found.length === 0) return ''
      const faces = found.map(
        ({ name, family, format, weight, style }) =>
          `@font-face{font-family:'Brand ${family}';font-style:${style};font-weight:${weight};font-display:swap;` +
          `src:url('${basePath}/branding/fonts/${name}') format('${format}')}`,
      )
      const rules = Object.entries(families).flatMap(([family, { property, fallback }]) =>
        found.some(each => each.family === family) ? [`${property}:'Brand ${family}',${fallback}`] : [],
      )
      // Twice the root: it counts more than the sheet of the portal, wherever that stands.
      return `<style nonce="__CSP_NONCE__">${faces.join('')}:root:root{${rules.join(';')}}</style>`
    },
  }
}

export type BrandFontFiles = ReturnType<typeof createBrandFonts>
