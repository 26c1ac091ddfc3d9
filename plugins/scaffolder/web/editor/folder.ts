/** A file of a template that is edited. */
export interface FolderFile {
  readonly path: string
  readonly base64Content: string
  /** Absent where the file is not text. */
  readonly text?: string | undefined
}

/** A template with everything beside it, from a directory, the catalog or an address. */
export interface TemplateFolder {
  readonly name: string
  readonly files: readonly FolderFile[]
  /** The file that is the template. */
  readonly templatePath: string
  readonly skipped: readonly string[]
  /** Writes a file; absent where nothing can be written. */
  readonly save?: (path: string, text: string) => Promise<void>
}

export const folderLimits = { files: 500, fileBytes: 1_000_000, bytes: 5_000_000 } as const

/** A file from its bytes: with its text, where it is text. */
export function toFolderFile(path: string, bytes: Uint8Array<ArrayBuffer>): FolderFile {
  const text = readText(bytes)
  return { path, base64Content: toBase64(bytes), ...(text !== undefined && { text }) }
}

/** A file that came as base64. */
export function fromBase64(path: string, base64Content: string): FolderFile {
  return toFolderFile(path, bytesOf(base64Content))
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
}

/** The text of bytes; undefined when they are not text. */
export function readText(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}

export function toBase64(bytes: Uint8Array): string {
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(chunks.join(''))
}

/** Which of some files is the template: `template.yaml` nearest to the top. */
export function findTemplatePath(paths: readonly string[]): string | undefined {
  const found = paths.filter(path => /(^|\/)template\.ya?ml$/.test(path))
  const [nearest] = (found.length > 0 ? found : paths.filter(path => /\.ya?ml$/.test(path))).toSorted(
    (one, other) => one.split('/').length - other.split('/').length || one.localeCompare(other),
  )
  return nearest
}
