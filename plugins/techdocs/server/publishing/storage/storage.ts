/** Where published docs are: paths below the root, `default/component/name/index.html`. */
export interface DocsStorage {
  /** Undefined for a file that is not there. What the storage refuses or cannot answer is thrown. */
  read(path: string): Promise<Buffer | undefined>
  write(path: string, bytes: Uint8Array, contentType: string): Promise<void>
}

/** A request to a storage: GET without a body, PUT with one. */
export type StorageRequest = (
  url: URL,
  options: { readonly headers: Readonly<Record<string, string>>; readonly put?: Buffer; readonly post?: Buffer },
) => Promise<StorageAnswer>

export interface StorageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** Each part of a path encoded, as signatures need it. */
export function encodeKey(key: string): string {
  return key
    .split('/')
    .map(part => encodeURIComponent(part).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`))
    .join('/')
}
