import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { SiteVersion } from './site-cache.ts'

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.bmp': 'image/bmp',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
  '.yaml': 'text/plain; charset=utf-8',
  '.yml': 'text/plain; charset=utf-8',
  '.csv': 'text/plain; charset=utf-8',
}
const plain = 'text/plain; charset=utf-8'
const active = new Set(['.js', '.mjs', '.cjs', '.html', '.htm', '.xhtml', '.svg', '.xml', '.xsl', '.xslt', '.mathml', '.shtml'])

/** The type of a file on the wire: what a browser could run is plain text, also a script, which is never one of the portal's own. */
export function contentTypeOf(file: string): string {
  const extension = path.extname(file).toLowerCase()
  return active.has(extension) ? plain : (types[extension] ?? 'application/octet-stream')
}

/** The headers of a file of a site at the address that Backstage's reader knows, which reads pages as text. Opened on its own, it can do nothing. */
export function staticHeadersOf(file: string): Record<string, string> {
  // Browsers do not show a PDF in a sandbox.
  const isPdf = path.extname(file).toLowerCase() === '.pdf'
  return {
    'content-type': contentTypeOf(file),
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:${isPdf ? '' : '; sandbox'}`,
  }
}

/** The same for the portal's own reader, which shows SVG as images: with a policy under which nothing in them runs. */
export function readerHeadersOf(file: string): Record<string, string> {
  const isSvg = path.extname(file).toLowerCase() === '.svg'
  return {
    'content-type': isSvg ? 'image/svg+xml' : contentTypeOf(file),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  }
}

/** A file of a prepared site. */
export async function openAsset(
  version: SiteVersion,
  file: string,
): Promise<{ readonly stream: Readable; readonly bytes: number } | undefined> {
  const source = Object.hasOwn(version.opened.assets, file) ? version.opened.assets[file] : undefined
  if (source === undefined) return undefined
  const place = path.join(version.folder, source)
  const stats = await stat(place).catch(() => undefined)
  return stats?.isFile() ? { stream: createReadStream(place), bytes: stats.size } : undefined
}
