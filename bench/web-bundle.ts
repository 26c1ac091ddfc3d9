import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** The scripts a browser fetches for the first page: those of the page itself and those it says to preload. */
export function initialScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => attribute(tag, 'src'))
  const preloads = [...html.matchAll(/<link\b[^>]*>/gi)]
    .filter(([tag]) => attribute(tag, 'rel') === 'modulepreload')
    .map(([tag]) => attribute(tag, 'href'))
  const files = [...scripts, ...preloads].flatMap(file =>
    file === undefined ? [] : [file.replace(/^(__BASE_PATH__|\.?\/)/, '').replace(/[?#].*$/, '')],
  )
  return [...new Set(files)]
}

function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

export interface BundleSize {
  readonly initialCompressedBytes: number
  readonly initialBytes: number
  readonly totalCompressedBytes: number
  readonly totalBytes: number
}

/** JavaScript of a built web app, as the browser fetches it (brotli) and as it is run. */
export function measureBundle(folder: string): BundleSize {
  const initial = initialScripts(readFileSync(join(folder, 'index.html'), 'utf8')).map(file => join(folder, file))
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.js'))
    .map(file => join(folder, file))
  return {
    initialCompressedBytes: sum(initial, compressedSize),
    initialBytes: sum(initial, file => statSync(file).size),
    totalCompressedBytes: sum(all, compressedSize),
    totalBytes: sum(all, file => statSync(file).size),
  }
}

function compressedSize(file: string): number {
  return existsSync(`${file}.br`) ? statSync(`${file}.br`).size : brotliCompressSync(readFileSync(file)).length
}

function sum(files: readonly string[], size: (file: string) => number): number {
  return files.reduce((total, file) => total + size(file), 0)
}
